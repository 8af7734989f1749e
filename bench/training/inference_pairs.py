"""Prints pairs of sentences with whether the second contradicts the first: python3 inference_pairs.py MIRROR

MIRROR has clones of OanaMariaCamburu/e-SNLI, tommccoy1/hans and brmson/dataset-sts, each as owner+name/repo: the development
and test parts of SNLI, the development part of MultiNLI, and SICK.
"""

import json
import subprocess
import sys

MIRROR = sys.argv[1]


def read(name, path):
    return subprocess.run(["git", "-C", f"{MIRROR}/{name.replace('/', '+')}/repo", "show", f"HEAD:{path}"], capture_output=True, check=True).stdout.decode().split("\n")


rows = []
for part in ("dev", "test"):
    rows += zip(*(read("OanaMariaCamburu/e-SNLI", f"dataset/eSNLI/{name}.{part}") for name in ("s1", "s2", "labels")))
for line in read("tommccoy1/hans", "berts_of_a_feather/mnli_development_set_number_of_correct_responses.txt")[1:]:
    rows.append(line.split("\t")[1:4])
for name in ("train", "test_annotated"):
    for line in read("brmson/dataset-sts", f"data/sts/sick2014/SICK_{name}.txt")[1:]:
        cells = line.split("\t")
        rows.append([*cells[1:3], cells[4] if len(cells) > 4 else ""])
for row in rows:
    if len(row) == 3 and row[2].strip():
        # Half of the weight: these sentences describe pictures and news.
        print(json.dumps({"group": "inference", "writer": "public", "old": row[0].strip(), "new": row[1].strip(), "label": int(row[2].strip().lower() == "contradiction"), "weight": 0.5}, ensure_ascii=False))
