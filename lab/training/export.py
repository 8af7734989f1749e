"""Writes what was trained as the product reads it: python3 export.py DATA RESULT ROOT

DATA has the original model, RESULT what train.py left, ROOT is the repository. The adapter (safetensors) goes to
models/, and to its tests a fixture with what a plain forward pass over the merged weights gives for a few sentences.
"""

import base64
import json
import math
import re
import sys

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from adapter_file import save_adapter

DATA, RESULT, ROOT = sys.argv[1:]
LAYERS, HEADS, WIDTH = 6, 12, 384
SENTENCES = [
    "why does the upload page time out",
    "TypeError: Cannot read properties of undefined (reading 'map')\n    at render (src/list.tsx:12:8)",
    "src/cache.py\ndef evict(self, key):\n    self.store.pop(key, None)",
    "We moved the nightly report to a queue because two workers raced for the same rows.",
    "Mara: I started woodworking last spring, it helps me switch off.",
]


def merge(base, adapter):
    """The sum of the original and the change."""
    merged = dict(base)
    for name in base:
        matrix = name.removesuffix(".weight")
        if f"{matrix}.left" in adapter:
            merged[name] = base[name] + adapter[f"{matrix}.left"] @ adapter[f"{matrix}.right"]
        elif f"{name}.change" in adapter:
            merged[name] = base[name] + adapter[f"{name}.change"]
    return merged


erf = np.vectorize(math.erf)


def hidden(w, ids):
    """Hidden states of the last layer for one text."""
    def norm(x, name):
        x = x - x.mean(-1, keepdims=True)
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12) * w[f"{name}.weight"] + w[f"{name}.bias"]

    h = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.position_embeddings.weight"][:len(ids)] + w["embeddings.token_type_embeddings.weight"][0]
    h = norm(h, "embeddings.LayerNorm")
    for i in range(LAYERS):
        at = f"encoder.layer.{i}"
        line = lambda x, name: x @ w[f"{at}.{name}.weight"].T + w[f"{at}.{name}.bias"]
        q, k, v = (line(h, f"attention.self.{one}").reshape(len(ids), HEADS, -1).transpose(1, 0, 2) for one in ("query", "key", "value"))
        scores = q @ k.transpose(0, 2, 1) / math.sqrt(WIDTH // HEADS)
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        a = (scores / scores.sum(-1, keepdims=True) @ v).transpose(1, 0, 2).reshape(len(ids), WIDTH)
        h = norm(h + line(a, "attention.output.dense"), f"{at}.attention.output.LayerNorm")
        up = line(h, "intermediate.dense")
        h = norm(h + line(up * 0.5 * (1 + erf(up / math.sqrt(2))), "output.dense"), f"{at}.output.LayerNorm")
    return h


def pack(numbers):
    return base64.b64encode(np.asarray(numbers, np.float32).tobytes()).decode()


exact = save_adapter(np.load(f"{RESULT}/adapter.npz"), f"{ROOT}/models/minilm-adapter.bin")
base = {name.replace("bert.", ""): value.astype(np.float64) for name, value in load_file(f"{DATA}/model/model.fp16.safetensors").items()}
merged = merge(base, exact)
tokenizer = Tokenizer.from_file(f"{DATA}/model/tokenizer.json")
tokenizer.no_padding()
tokenizer.enable_truncation(256)
fixture = []
for text in SENTENCES:
    encoded = tokenizer.encode(text)
    h = hidden(merged, encoded.ids)
    pooled = h.mean(0)
    says = [bool(re.search(r"[^\W_]", name)) and not name.startswith("[") for name in encoded.tokens]
    tokens = h[says] @ exact["projection"].T
    weights = 1 / (1 + np.exp(-(h[says] @ exact["importance"] + exact["importance.bias"])))
    original = hidden(base, encoded.ids).mean(0)
    cosine = pooled @ original / np.linalg.norm(pooled) / np.linalg.norm(original)
    print(f"{cosine:.4f} of the original, weights {weights.min():.2f} to {weights.max():.2f}:", text.split("\n")[0])
    signs = np.packbits(tokens >= 0, axis=1, bitorder="little")
    fixture.append({"text": text, "vector": pack(pooled / np.linalg.norm(pooled)), "signs": base64.b64encode(signs.tobytes()).decode(), "weights": pack(weights / weights.sum())})
json.dump(fixture, open(f"{ROOT}/test/fixtures/model/adapter.json", "w"), indent=1)
