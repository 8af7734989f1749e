"""The file format of adapters, as src/engine/minilm-embedder reads them."""

import hashlib

import numpy as np
from safetensors.numpy import save_file


def save_adapter(trained, path):
    """Writes what a training left; the numbers as the product will read them."""
    adapter, exact = {}, {}
    for name in sorted(trained.files):
        value = trained[name].astype(np.float64)
        if name.endswith((".left", ".right")):
            # A byte a number; each of the products that are summed has a scale of its own.
            axis = 0 if name.endswith(".left") else 1
            scale = (np.abs(value).max(axis=axis) / 127).astype(np.float16)
            wide = np.expand_dims(scale.astype(np.float64), axis)
            adapter[name] = np.clip(np.round(value / wide), -127, 127).astype(np.int8)
            adapter[f"{name}.scale"] = scale
            exact[name] = adapter[name] * wide
        else:
            adapter[name] = value.astype(np.float16)
            exact[name] = adapter[name].astype(np.float64)
    save_file(adapter, path)
    data = open(path, "rb").read()
    print("adapter", len(data), "bytes, sha256", hashlib.sha256(data).hexdigest())
    return exact
