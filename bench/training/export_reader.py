"""Writes the reader as the product reads it: python3 export_reader.py RESULT ENGINE

RESULT has what train_reader.py left, ENGINE is src/engine/minilm-embedder.
"""

import sys

import numpy as np

from adapter_file import save_adapter

RESULT, ENGINE = sys.argv[1:]
save_adapter(np.load(f"{RESULT}/adapter.npz"), f"{ENGINE}/minilm-reader.bin")
