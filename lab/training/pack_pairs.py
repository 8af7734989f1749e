"""Packs what mine_pairs.py found for the way to the accelerator: python3 pack_pairs.py PAIRS OUT/pairs.jsonl.xz"""

import json
import lzma
import os
import sys

from mine_pairs import CAPS

pairs, out = sys.argv[1:]
total = {}
with lzma.open(out, "wt", preset=5) as packed:
    for file in sorted(os.listdir(pairs)):
        if not file.endswith(".jsonl"):
            continue
        count = {}
        # Alike documents lie together: that packs better.
        for line in sorted(open(f"{pairs}/{file}"), key=lambda line: json.loads(line)["d"][:60]):
            record = json.loads(line)
            kind = record["k"]
            count[kind] = count.get(kind, 0) + 1
            if count[kind] <= CAPS[kind]:
                packed.write(line)
                total[kind] = total.get(kind, 0) + 1
print(total, sum(total.values()), os.path.getsize(out))
