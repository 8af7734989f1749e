"""Trains the reader: python3 train_reader.py DATA OUT (on one accelerator; README.md beside says what DATA holds).

MiniLM learns two things: whether a later sentence makes an earlier one untrue (both are read together), and what a sentence
is for later sessions (it is read behind its speaker). The answers are linear in the mean of the tokens, scaled to length 1.
What was learned is then cut to a low rank and trained on a little as such.
Environment: FOLDS=1 (measures on writers left out instead), EPOCHS, RATE, BATCH, RANK.
"""

import json
import os
import random
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer

from minilm import WIDTH, forward

DATA, OUT = sys.argv[1], sys.argv[2]
EPOCHS = float(os.environ.get("EPOCHS", "4"))
RATE = float(os.environ.get("RATE", "1.2e-4"))
BATCH = int(os.environ.get("BATCH", "192"))
RANK = int(os.environ.get("RANK", "32"))
LENGTH = 160
CLASSES = 8
# Nearly all pairs of a ledger are about two things: these are enough of them in each epoch.
UNRELATED = 0.35
dev = "cuda" if torch.cuda.is_available() else "cpu"
torch.backends.cuda.matmul.allow_tf32 = True
began = time.time()


def log(*words):
    print(f"[{time.time() - began:6.1f}]", *words, flush=True)


base = {name.replace("bert.", ""): value.float().to(dev) for name, value in load_file(f"{DATA}/model/model.fp16.safetensors").items()}
TRAINED = [name for name in base if name.startswith(("encoder.layer", "embeddings.LayerNorm"))]
tokenizer = Tokenizer.from_file(f"{DATA}/model/tokenizer.json")
tokenizer.no_padding()
tokenizer.enable_truncation(LENGTH)


class Reader:
    """The original with all layers free, or with a change of low rank, and a weight for every number of the mean, for pairs and for each class."""

    def __init__(self):
        self.free = {name: base[name].clone().requires_grad_() for name in TRAINED}
        self.low = {}
        self.head = torch.empty(WIDTH, device=dev).normal_(0, 4).requires_grad_()
        self.bias = torch.full((1,), -1.0, device=dev).requires_grad_()
        self.kinds = torch.empty(CLASSES, WIDTH, device=dev).normal_(0, 4).requires_grad_()
        self.kind_bias = torch.zeros(CLASSES, device=dev).requires_grad_()

    def cut(self, rank):
        """Matrices become the original plus a product of two thin ones."""
        for name in [one for one in self.free if base[one].dim() == 2]:
            u, s, v = torch.linalg.svd(self.free[name].detach() - base[name], full_matrices=False)
            root = s[:rank].sqrt()
            self.low[name] = ((u[:, :rank] * root).contiguous().requires_grad_(), (root[:, None] * v[:rank]).contiguous().requires_grad_())
            del self.free[name]

    def weights(self):
        w = {**base, **self.free}
        for name, (left, right) in self.low.items():
            w[name] = base[name] + left @ right
        return w

    def parameters(self):
        return [*self.free.values(), *[one for pair in self.low.values() for one in pair]]

    def logits(self, w, batch, dropout=0.0):
        ids, mask = pack(batch)
        mean = F.normalize((forward(w, ids, mask, dropout) * mask.unsqueeze(-1)).sum(1), dim=-1)
        return mean @ self.kinds.T + self.kind_bias if is_single(batch[0]) else mean @ self.head + self.bias

    def loss(self, batch):
        logits = self.logits(self.weights(), batch, 0.1)
        labels = torch.tensor([row["label"] for row in batch], device=dev)
        weights = torch.tensor([row.get("weight", 1.0) for row in batch], device=dev)
        if is_single(batch[0]):
            return (F.cross_entropy(logits, labels, reduction="none") * weights).mean()
        return (F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="none") * weights).mean()


def is_single(row):
    return row["group"] == "statements"


def text_of(row):
    return f"{row['by']}: {row['text']}" if is_single(row) else f"{row['old']} [SEP] {row['new']}"


def pack(batch):
    n = max(len(row["ids"]) for row in batch)
    ids, mask = np.zeros((len(batch), n), np.int64), np.zeros((len(batch), n), np.int64)
    for i, row in enumerate(batch):
        ids[i, :len(row["ids"])] = row["ids"]
        mask[i, :len(row["ids"])] = 1
    return torch.from_numpy(ids).to(dev), torch.from_numpy(mask).to(dev)


def batches_of(rows, rng):
    """One epoch: pairs together and single sentences together, texts of like length."""
    chosen = [row for row in rows if row["group"] != "ledgers" or row["label"] == 1 or rng.random() < UNRELATED]
    rng.shuffle(chosen)
    batches = []
    for same in ([row for row in chosen if is_single(row)], [row for row in chosen if not is_single(row)]):
        chunks = [sorted(same[i:i + 40 * BATCH], key=lambda row: len(row["ids"])) for i in range(0, len(same), 40 * BATCH)]
        batches += [chunk[i:i + BATCH] for chunk in chunks for i in range(0, len(chunk), BATCH)]
    rng.shuffle(batches)
    return batches


def fit(reader, rows, epochs, rate, seed):
    rng = random.Random(seed)
    torch.manual_seed(seed)
    plan = [batch for _ in range(int(epochs)) for batch in batches_of(rows, rng)]
    groups = [{"params": reader.parameters(), "lr": rate, "weight_decay": 0.01}, {"params": [reader.head, reader.bias, reader.kinds, reader.kind_bias], "lr": rate * 10, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.98))
    top = [group["lr"] for group in optimizer.param_groups]
    for step, batch in enumerate(plan):
        share = min(1, step / (0.06 * len(plan))) * max(0.02, 1 - step / len(plan))
        for group, highest in zip(optimizer.param_groups, top):
            group["lr"] = highest * share
        loss = reader.loss(batch)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        optimizer.step()
        if step % 300 == 0:
            log("step", step, "of", len(plan), f"{loss.item():.4f}")


def train(rows, seed):
    reader = Reader()
    fit(reader, rows, EPOCHS, RATE, seed)
    reader.cut(RANK)
    fit(reader, [row for row in rows if row["group"] != "inference"], 1, RATE, seed + 10)
    return reader


@torch.no_grad()
def predict(reader, rows):
    """Leaves the answer in each row: the probability that the pair is replaced, or that the sentence is for later."""
    w = reader.weights()
    for same in ([row for row in rows if is_single(row)], [row for row in rows if not is_single(row)]):
        for at in range(0, len(same), 1024):
            batch = same[at:at + 1024]
            logits = reader.logits(w, batch).float()
            if is_single(batch[0]):
                for row, kinds in zip(batch, logits.softmax(-1).tolist()):
                    row["kinds"], row["score"] = [round(one, 5) for one in kinds], 1 - kinds[0]
            else:
                for row, score in zip(batch, logits.sigmoid().tolist()):
                    row["score"] = score


def report(name, rows):
    rows = sorted(rows, key=lambda row: -row["score"])
    hits = np.array([int(row["label"] > 0) for row in rows])
    if hits.sum() == 0:
        log(f"{name:14s} {len(rows)}, none to find; from 0.8: {sum(row['score'] >= 0.8 for row in rows)}, from 0.5: {sum(row['score'] >= 0.5 for row in rows)}")
        return
    precision, recall = np.cumsum(hits) / np.arange(1, len(hits) + 1), np.cumsum(hits) / hits.sum()
    at = ", ".join(f"{p}: {recall[precision >= p].max() if (precision >= p).any() else 0:.2f}" for p in (0.9, 0.8, 0.7, 0.5))
    log(f"{name:14s} {len(rows)}, {hits.sum()} to find: average precision {(precision * hits).sum() / hits.sum():.3f}, recall at precision {at}")


def main():
    os.makedirs(OUT, exist_ok=True)
    rows = [json.loads(line) for line in open(f"{DATA}/examples.jsonl")]
    for row, encoded in zip(rows, tokenizer.encode_batch([text_of(row) for row in rows])):
        row["ids"] = encoded.ids
    if os.environ.get("FOLDS") == "1":
        writers = sorted({row["writer"] for row in rows if row["group"] != "inference"})
        tested = []
        for seed in range(3):
            left_out = writers[seed::3]
            test = [row for row in rows if row["group"] != "inference" and row["writer"] in left_out]
            reader = train([row for row in rows if row["group"] == "inference" or row["writer"] not in left_out], seed)
            predict(reader, test)
            tested += test
        for group, writer in sorted({(row["group"], row["writer"]) for row in tested}):
            report(f"{group} {writer}", [row for row in tested if (row["group"], row["writer"]) == (group, writer)])
        for group in sorted({row["group"] for row in tested}):
            report("all " + group, [row for row in tested if row["group"] == group])
        with open(f"{OUT}/scores.jsonl", "w") as out:
            for row in tested:
                del row["ids"]
                out.write(json.dumps(row) + "\n")
        return
    reader = train(rows, 1)
    result = {"pair": reader.head, "pair.bias": reader.bias, "kinds": reader.kinds, "kinds.bias": reader.kind_bias}
    for name, (left, right) in reader.low.items():
        matrix = name.removesuffix(".weight")
        result[f"{matrix}.left"], result[f"{matrix}.right"] = left, right
    for name, value in reader.free.items():
        result[f"{name}.change"] = value - base[name]
    np.savez(f"{OUT}/adapter.npz", **{name: value.detach().cpu().numpy() for name, value in result.items()})
    predict(reader, rows)
    for group in sorted({row["group"] for row in rows}):
        report("learned " + group, [row for row in rows if row["group"] == group])


main()
