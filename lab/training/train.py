"""Trains the adapter: python3 train.py DATA OUT (on one accelerator; README.md beside says what DATA holds).

All matrices of MiniLM's layers learn to put a question near what answers it, as one vector (mean of the tokens) and token
by token (MaxSim over a projection). What was learned is then cut to a low rank and trained on a little as such.
Environment: LIMIT (seconds in all), STEPS (per phase), BATCH, KEEP (weight of staying near the original on general texts),
ASKED (the share of batches of written questions), ABSOLUTE (weight of scores that tell whether anything answers), HOLD
(writers of questions that are left for validation), SMOKE=1.
"""

import glob
import json
import lzma
import os
import random
import re
import sys
import threading
import queue as queues
import time

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer

from minilm import LAYERS, WIDTH, forward
from talk import make_talk
from variants import documents_of, queries_of

DATA, OUT = sys.argv[1], sys.argv[2]
SMOKE = os.environ.get("SMOKE") == "1"
STEPS = int(os.environ.get("STEPS", "30" if SMOKE else "100000"))
BATCH = int(os.environ.get("BATCH", "448"))
KEEP = float(os.environ.get("KEEP", "4"))
RATE = float(os.environ.get("RATE", "4e-5"))
RANK = int(os.environ.get("RANK", "32"))
LIMIT = float(os.environ.get("LIMIT", "860"))
ASKED = float(os.environ.get("ASKED", "0.3"))
ABSOLUTE = float(os.environ.get("ABSOLUTE", "0.2"))
HOLD = os.environ.get("HOLD", "").split()
DOC, QUERY = 192, 56
dev = "cuda" if torch.cuda.is_available() else "cpu"
HALF = torch.bfloat16 if dev == "cuda" else torch.float32
torch.backends.cuda.matmul.allow_tf32 = True
began = time.time()
torch.manual_seed(1)
rng = random.Random(1)


def log(*words):
    print(f"[{time.time() - began:6.1f}]", *words, flush=True)


# ---- model ----

MATRICES = [f"encoder.layer.{i}.{name}" for i in range(LAYERS) for name in (
    "attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense", "intermediate.dense", "output.dense")]
base = {name.replace("bert.", ""): value.float().to(dev) for name, value in load_file(f"{DATA}/model/model.fp16.safetensors").items()}
TRAINED = [name for name in base if name.startswith("encoder.layer") or name.startswith("embeddings.LayerNorm")]


def pool(h, mask):
    weight = mask.unsqueeze(-1).float()
    return F.normalize((h * weight).sum(1) / weight.sum(1).clamp(min=1), dim=-1)


tokenizer = Tokenizer.from_file(f"{DATA}/model/tokenizer.json")
tokenizer.no_padding()
vocabulary = [name for name, _ in sorted(tokenizer.get_vocab().items(), key=lambda one: one[1])]
# Punctuation and the marks of beginning and end say nothing alone; they are left out of token matching.
SAYS = torch.tensor([bool(re.search(r"[^\W_]", name)) and not name.startswith("[") for name in vocabulary], device=dev)


class Texts:
    """Token ids one after the other."""

    def __init__(self, texts, limit):
        tokenizer.enable_truncation(limit)
        parts, sizes = [], []
        for start in range(0, len(texts), 20000):
            for one in tokenizer.encode_batch(texts[start:start + 20000]):
                parts.append(np.asarray(one.ids, dtype=np.int32))
                sizes.append(len(one.ids))
        self.ids = np.concatenate(parts) if parts else np.zeros(0, np.int32)
        self.at = np.concatenate([[0], np.cumsum(sizes)])

    def __len__(self):
        return len(self.at) - 1

    def batch(self, rows):
        sizes = [self.at[row + 1] - self.at[row] for row in rows]
        n = -(-max(sizes) // 8) * 8
        ids, mask = np.zeros((len(rows), n), np.int64), np.zeros((len(rows), n), np.int64)
        for i, row in enumerate(rows):
            ids[i, :sizes[i]] = self.ids[self.at[row]:self.at[row + 1]]
            mask[i, :sizes[i]] = 1
        return pinned(ids), pinned(mask)


def pinned(array):
    tensor = torch.from_numpy(array)
    return tensor.pin_memory() if dev == "cuda" else tensor


def to_device(batch):
    return batch[0].to(dev, non_blocking=True), batch[1].to(dev, non_blocking=True)


class Projection(torch.nn.Module):
    """A token in few numbers of few bits, and how much a token of a question counts."""

    def __init__(self, dims, bits):
        super().__init__()
        self.dims, self.bits = dims, bits
        self.matrix = torch.nn.Parameter(torch.nn.init.orthogonal_(torch.empty(dims, WIDTH)))
        self.importance = torch.nn.Parameter(torch.zeros(WIDTH))
        self.bias = torch.nn.Parameter(torch.zeros(1))

    def vectors(self, h):
        return F.normalize(F.linear(h.float(), self.matrix), dim=-1)

    def weights(self, h):
        return torch.sigmoid(h.float() @ self.importance + self.bias)


def coarse(t, bits):
    """One bit a number: its sign. With two, also whether it is above the vector's mean size."""
    signs = torch.where(t >= 0, 1.0, -1.0)
    if bits == 2:
        signs = signs * torch.where(t.abs() > t.abs().mean(-1, keepdim=True), 1.5, 0.5)
    return F.normalize(signs, dim=-1)


def query_tokens(projection, h, ids, mask):
    weight = projection.weights(h) * mask * SAYS[ids]
    weight = weight / weight.sum(1, keepdim=True).clamp(min=1e-6)
    return projection.vectors(h) * weight.unsqueeze(-1)


def doc_tokens(projection, h, ids, mask):
    t = projection.vectors(h)
    t = t + (coarse(t, projection.bits) - t).detach()
    return t * (mask * SAYS[ids]).unsqueeze(-1)


def maxsim(q, d):
    """The best token of every document for every token of every question, at least nought; sums over a question's tokens."""
    s = torch.einsum("aqd,bkd->abqk", q.to(HALF), d.to(HALF))
    return s.max(-1).values.clamp(min=0).float().sum(-1)


# ---- data ----

def read_pairs():
    roles = dict(line.split()[::-1] for line in open(f"{DATA}/repositories.txt"))
    found = {"train": [], "validation": [], "test": []}
    for file in sorted(glob.glob(f"{DATA}/pairs*.jsonl.xz")):
        with lzma.open(file, "rt") as lines:
            for line in lines:
                record = json.loads(line)
                found[roles[record["r"].replace("+", "/", 1)]].append(record)
    return found


def read_written():
    """Notes of projects with questions in other words, and per project questions that none of its notes answers."""
    written, unanswered, held = [], {}, []
    for file in sorted(glob.glob(f"{DATA}/questions/*.jsonl")):
        writer = os.path.basename(file).split(".")[0]
        for line in open(file):
            project = json.loads(line)
            name = f"{writer}: {project['project']}"
            records = [{"k": "asked", "r": name, "q": note["questions"], "d": note["text"]} for note in project["notes"]]
            if writer in HOLD:
                held.append((records, project["unanswered"]))
                continue
            written += records
            unanswered[name] = project["unanswered"]
    return written, unanswered, held


pairs = read_pairs()
written, unanswered, held_projects = read_written()
train = pairs["train"] + make_talk(400 if SMOKE else 12000)
if SMOKE:
    rng.shuffle(train)
    train = train[:4000]
train += written
log("pairs", {role: len(records) for role, records in pairs.items()}, "with talk", len(train))
kinds = sorted({record["k"] for record in train})
log("kinds", {kind: sum(record["k"] == kind for record in train) for kind in kinds})

# Questions in several forms, and documents with and without their comment and path.
query_texts, query_rows, doc_texts, doc_rows, fits = [], [], [], [], []
for record in train:
    documents, queries = documents_of(record, rng), queries_of(record, rng)
    doc_rows.append((len(doc_texts), len(doc_texts) + len(documents)))
    doc_texts += documents
    query_rows.append((len(query_texts), len(query_texts) + len(queries)))
    query_texts += [text for text, _ in queries]
    fits += [can for _, can in queries]
all_queries, all_docs = Texts(query_texts, QUERY), Texts(doc_texts, DOC)
log("queries", len(all_queries), "documents", len(all_docs), "tokens", len(all_docs.ids))
group_ids = np.array([hash((record["r"], record["d"][:160])) for record in train])
query_ids = np.array([hash(record["q"][0].lower()) for record in train])
groups, projects = {}, {}
for i, record in enumerate(train):
    if record["k"] == "asked":
        projects.setdefault(record["r"], []).append(i)
        continue
    groups.setdefault((record["r"], record["k"]), []).append(i)
group_keys = [key for key in groups if len(groups[key]) >= 24]
group_weights = [len(groups[key]) ** 0.8 for key in group_keys]
by_kind = {kind: [i for i, record in enumerate(train) if record["k"] == kind] for kind in kinds}
kind_weights = [len(by_kind[kind]) ** 0.75 * {"made": 0.5, "asked": 0}.get(kind, 1) for kind in kinds]
open_texts = [text for name in projects for text in unanswered[name]]
open_rows, at = {}, 0
for name in projects:
    open_rows[name] = range(at, at := at + len(unanswered[name]))
all_open = Texts(open_texts, QUERY)

prose = [record["d"][:400] for record in train if record["k"] in ("talk", "ict", "md", "made")]
words = [name for name in vocabulary if re.fullmatch(r"[a-z]{3,}", name)]
general_texts = rng.sample(prose, min(len(prose), 25000)) + [record["d"] for record in make_talk(12000, 12)] \
    + [record["q"][0] for record in make_talk(8000, 13)] + [" ".join(rng.sample(words, rng.randint(1, 5))) for _ in range(15000)] \
    + [query_texts[i] for i in rng.sample(range(len(query_texts)), min(len(query_texts), 20000))]
rng.shuffle(general_texts)
general = Texts(general_texts[:2000] if SMOKE else general_texts, 64)


def draw(hard):
    """Rows of one batch; every other one is of few repositories and kinds, where the others are hard to tell apart."""
    rows, open_questions = [], []
    if rng.random() < (ASKED if projects else 0):
        for name in rng.sample(sorted(projects), len(projects)):
            rows += projects[name]
            open_questions += open_rows[name]
            if len(rows) >= BATCH:
                break
        rows, hard = rows[:BATCH], None
    elif rng.random() < 0.55:
        while len(rows) < BATCH:
            some = groups[rng.choices(group_keys, group_weights)[0]]
            rows += rng.sample(some, min(len(some), BATCH // 4))
        rows = rows[:BATCH]
    else:
        rows = [rng.choice(by_kind[kind]) for kind in rng.choices(kinds, kind_weights, k=BATCH)]
    q, d = [], []
    for row in rows:
        at = rng.randrange(*query_rows[row])
        q.append(at)
        allowed = [doc for doc in range(*doc_rows[row]) if doc - doc_rows[row][0] in fits[at]]
        d.append(rng.choice(allowed))
    negatives = []
    if hard is not None:
        for row in rows:
            other = int(hard[row, rng.randrange(hard.shape[1])])
            if other < 0:
                other = rng.choice(by_kind[train[row]["k"]])
            negatives.append(other)
        d += [rng.randrange(*doc_rows[other]) for other in negatives]
    columns = np.array(rows + negatives)
    same = (group_ids[rows][:, None] == group_ids[columns][None, :]) | (query_ids[rows][:, None] == query_ids[columns][None, :])
    same[np.arange(len(rows)), np.arange(len(rows))] = False
    some = rng.sample(range(len(general)), 224)
    return all_queries.batch(q), all_docs.batch(d), pinned(same), general.batch(some), all_open.batch(open_questions) if open_questions else None


def batches(hard):
    """Batches without end, made while the last one is learned."""
    ready, ended = queues.Queue(6), threading.Event()

    def work():
        while not ended.is_set():
            ready.put(draw(hard))

    threading.Thread(target=work, daemon=True).start()
    try:
        while True:
            yield ready.get()
    finally:
        ended.set()


# ---- training ----

def contrast(scores, same, temperature):
    scores = scores.masked_fill(same, -1e4) / temperature if same is not None else scores / temperature
    labels = torch.arange(scores.shape[0], device=dev)
    square = scores[:, :scores.shape[0]]
    return 0.6 * F.cross_entropy(scores, labels) + 0.4 * F.cross_entropy(square.T, labels)


class Absolute(torch.nn.Module):
    """Whether a text answers a question, by the score alone: so that a score says whether anything was found."""

    def __init__(self):
        super().__init__()
        self.scale, self.middle = torch.nn.Parameter(torch.tensor([10.0, 10.0])), torch.nn.Parameter(torch.tensor([0.4, 0.5]))

    def forward(self, which, scores, open_scores):
        n = scores.shape[0]
        all_scores = torch.cat([scores, open_scores])
        odds = (all_scores - self.middle[which]) * self.scale[which]
        right = torch.zeros_like(odds)
        right[torch.arange(n), torch.arange(n)] = 1
        # What comes nearest counts: the others are far away anyway.
        wrong = odds.masked_fill(right.bool(), -1e4).topk(8, dim=1).values
        return F.softplus(-odds.diagonal()).mean() + F.softplus(wrong).mean()


def stay(student, teacher_w, projection, batch):
    """How far general texts moved from where the original has them, as vectors and by tokens."""
    ids, mask = batch
    with torch.no_grad():
        th = forward(teacher_w, ids, mask)
        tp = pool(th, mask)
        says = (mask * SAYS[ids]).unsqueeze(-1)
        tt = F.normalize(th, dim=-1) * says
        wanted = maxsim(tt / says.sum(1, keepdim=True).clamp(min=1), tt)
    h = forward(student, ids, mask)
    p = pool(h, mask)
    vectors = (1 - (p * tp).sum(-1)).mean() + 4 * F.mse_loss(p @ p.T, tp @ tp.T)
    got = maxsim(query_tokens(projection, h, ids, mask), doc_tokens(projection, h, ids, mask))
    off = ~torch.eye(len(ids), dtype=torch.bool, device=dev)
    center = lambda s: (s - s.mean(1, keepdim=True)) / s.std(1, keepdim=True).clamp(min=1e-4)
    tokens = F.mse_loss(center(got)[off], center(wanted)[off])
    return vectors, tokens


def fit(name, weights, parameters, projection, steps, until, mines=False, hard=None, keep_tokens=0.15 * KEEP):
    """weights() gives the tensors by name; parameters are what is trained, with their rates."""
    absolute = Absolute().to(dev)
    parameters = [*parameters, {"params": list(absolute.parameters()), "lr": 1e-2, "weight_decay": 0}]
    optimizer = torch.optim.AdamW(parameters, weight_decay=0.01, fused=dev == "cuda")
    rates = [group["lr"] for group in optimizer.param_groups]
    step, started = 0, time.time()
    # How far it is, by steps or by the clock, whichever is further.
    progress = lambda: max(step / steps, (time.time() - started) / max(1, until - (started - began)))
    for start, end in [(0, 0.4), (0.4, 1)] if mines else [(0, 1)]:
        if start:
            hard = mine_hard(weights())
        for queries, documents, same, some, questions in batches(hard):
            at = progress()
            if at >= end:
                break
            for group, rate in zip(optimizer.param_groups, rates):
                group["lr"] = rate * min(1, (step + 1) / 100) * max(0.02, 1 - at)
            queries, documents, some = to_device(queries), to_device(documents), to_device(some)
            same = same.to(dev, non_blocking=True)
            w = weights()
            qh, dh = forward(w, *queries, dropout=0.05), forward(w, *documents, dropout=0.05)
            document_vectors, document_tokens = pool(dh, documents[1]), doc_tokens(projection, dh, *documents)
            pooled_scores = pool(qh, queries[1]) @ document_vectors.T
            late_scores = maxsim(query_tokens(projection, qh, *queries), document_tokens)
            pooled, late = contrast(pooled_scores, same, 0.05), contrast(late_scores, same, 0.025)
            vectors, tokens = stay(w, base, projection, some)
            loss = pooled + late + KEEP * vectors + keep_tokens * tokens
            if questions is not None:
                questions = to_device(questions)
                oh = forward(w, *questions, dropout=0.05)
                told = absolute(0, pooled_scores, pool(oh, questions[1]) @ document_vectors.T) \
                    + absolute(1, late_scores, maxsim(query_tokens(projection, oh, *questions), document_tokens))
                loss = loss + ABSOLUTE * told
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_([p for group in parameters for p in group["params"]], 1.0)
            optimizer.step()
            if step % (5 if SMOKE else 100) == 0:
                log(name, step, steps, f"pooled {pooled.item():.3f} late {late.item():.3f} vectors {vectors.item():.4f} tokens {tokens.item():.3f}"
                    f" {(time.time() - started) / (step + 1):.3f} s/step")
            step += 1
    log(name, "ended after", step, "steps")
    return hard


@torch.no_grad()
def embed(w, texts, size=1024):
    out = torch.zeros(len(texts), WIDTH, device=dev)
    order = np.argsort(texts.at[1:] - texts.at[:-1])
    for start in range(0, len(order), size):
        rows = order[start:start + size]
        ids, mask = to_device(texts.batch(rows))
        out[torch.from_numpy(rows).to(dev)] = pool(forward(w, ids, mask), mask)
    return out


@torch.no_grad()
def mine_hard(w):
    """For every record, documents of its repository that look like the answer and are not."""
    first_docs = Texts([doc_texts[start] for start, _ in doc_rows], 128)
    firsts = Texts([query_texts[start] for start, _ in query_rows], QUERY)
    d, q = embed(w, first_docs, 2048), embed(w, firsts, 2048)
    hard = np.full((len(train), 6), -1, np.int64)
    ids = torch.from_numpy(group_ids).to(dev)
    repos = {}
    for i, record in enumerate(train):
        repos.setdefault(record["r"], []).append(i)
    for rows in repos.values():
        if len(rows) < 40:
            continue
        at = torch.tensor(rows, device=dev)
        s = q[at] @ d[at].T
        own = s.diagonal().clone()
        s.masked_fill_(ids[at][:, None] == ids[at][None, :], -2)
        # What looks better than the answer by far is often an answer too.
        s.masked_fill_(s > own[:, None] + 0.08, -2)
        best = s.topk(min(12, len(rows) - 1), dim=1)
        for i, (values, columns) in enumerate(zip(best.values.tolist(), best.indices.tolist())):
            found = [rows[c] for v, c in zip(values, columns) if v > 0][1:7]
            hard[rows[i], :len(found)] = found
            if found:
                hard[rows[i], len(found):] = found[0]
    log("hard negatives for", int((hard[:, 0] >= 0).sum()), "of", len(train))
    return hard


# ---- evaluation ----

def ranks_of(scores, relevant):
    """The place of the first right one among all, per question."""
    best = torch.stack([row[columns].max() for row, columns in zip(scores, relevant)])
    return ((scores > best[:, None]).sum(1) + 1).cpu().numpy()


def reciprocal(ranks):
    return np.where(ranks <= 10, 1.0 / ranks, 0.0)


def interval(values):
    draws = np.random.default_rng(5).integers(0, len(values), (1000, len(values)))
    return np.percentile(values[draws].mean(1), [2.5, 97.5])


@torch.no_grad()
def all_tokens(w, projection, texts, as_query):
    """Token vectors of all texts; without a projection the hidden states themselves."""
    out, order = [None] * len(texts), np.argsort(texts.at[1:] - texts.at[:-1])
    for start in range(0, len(order), 512):
        rows = order[start:start + 512]
        ids, mask = to_device(texts.batch(rows))
        h = forward(w, ids, mask)
        if projection is None:
            says = (mask * SAYS[ids]).unsqueeze(-1)
            v = F.normalize(h, dim=-1) * says
            if as_query:
                v = v / says.sum(1, keepdim=True).clamp(min=1)
        else:
            v = query_tokens(projection, h, ids, mask) if as_query else doc_tokens(projection, h, ids, mask)
        for i, row in enumerate(rows):
            # Only what says something is kept.
            out[row] = v[i][(mask[i] * SAYS[ids[i]]).bool()].to(HALF)
    return out


@torch.no_grad()
def token_scores(q, d, width):
    scores = torch.zeros(len(q), len(d), device=dev)
    order = sorted(range(len(d)), key=lambda i: len(d[i]))
    pad = lambda some: torch.nn.utils.rnn.pad_sequence([one if len(one) else torch.zeros(1, width, device=dev, dtype=HALF) for one in some], batch_first=True)
    for start in range(0, len(order), 1024):
        rows = order[start:start + 1024]
        block = pad([d[i] for i in rows])
        per = max(1, int(1.5e9 / (block.shape[0] * block.shape[1] * 64)))
        for at in range(0, len(q), per):
            scores[at:at + per, torch.tensor(rows, device=dev)] = maxsim(pad(q[at:at + per]), block)
    return scores


def held_sets(records, seed):
    """One set per kind: its questions against all documents of the same form."""
    pick = random.Random(seed)
    sets = {}
    for kind in [one for one in kinds if one != "made"] + ["web", "short"]:
        if kind == "web":
            some = [(record, text) for record in records if record["k"] == "doc" for text in [web_query(record, pick)] if text]
        elif kind == "short":
            some = [(record, text) for record in records if record["k"] in ("commit", "md", "err") for text in [short_query(record, pick)] if text]
        else:
            some = [(record, record["q"][-1] if kind in ("err", "commit", "talk") else record["q"][0]) for record in records if record["k"] == kind]
        if len(some) < 30:
            continue
        pick.shuffle(some)
        some = some[:40] if SMOKE else some
        documents = [eval_document(record, kind) for record, _ in some[:6000]]
        unique = {text: i for i, text in enumerate(dict.fromkeys(documents))}
        asked = some[:400]
        sets[kind] = (list(unique), [text for _, text in asked], [[unique[documents[i]]] for i in range(len(asked))])
    return sets


def eval_document(record, kind):
    if kind == "web":
        return record["d"].split("\n", 1)[1]
    if kind == "doc":
        return record["d"][:record["s"][0]] + record["d"][record["s"][1]:]
    return record["d"]


def web_query(record, pick):
    from variants import web_form
    return web_form(record, pick) if record.get("s") else None


def short_query(record, pick):
    from variants import keywords
    return keywords(record["q"][0], pick)


def committed_sets(folder):
    """The sets of lab/retrieval: looked at only, never chosen on."""
    read = lambda path: [json.loads(line) for line in open(path) if line.strip()]
    sets = {}
    layout = {"main": [""], "held-out": ["", "held-out"], "chats": ["chats"], "sessions": ["sessions"], "dialogues": ["chats", "dialogues"],
              "exam": ["", "held-out", "chats", "dialogues", "exam"]}
    for name, corpora in layout.items():
        where = folder if name == "main" else f"{folder}/{name}"
        if not os.path.isdir(where):
            continue
        corpus = [line for one in corpora for line in read(f"{folder}/{one}/corpus.jsonl".replace("//", "/"))]
        at = {line["id"]: i for i, line in enumerate(corpus)}
        for file in sorted(glob.glob(f"{where}/*.queries.jsonl")):
            asked = [(line["query"], [at[one] for one in line["relevant"] if one in at]) for line in read(file)]
            asked = [one for one in asked if one[1]][:5 if SMOKE else None]
            if asked:
                texts = ["\n".join(filter(None, [line.get("title"), line["text"]])) for line in corpus]
                sets[f"{name}/{os.path.basename(file).split('.')[0]}"] = (texts, [text for text, _ in asked], [relevant for _, relevant in asked])
    return sets


def evaluate(name, w, projection, sets, quiet=False):
    result = {}
    for label, (documents, questions, relevant) in sets.items():
        d, q = Texts(documents, 256), Texts(questions, 160)
        pooled = embed(w, q) @ embed(w, d).T
        tokens = token_scores(all_tokens(w, projection, q, True), all_tokens(w, projection, d, False), projection.dims if projection else WIDTH)
        scale = lambda s: (s - s.mean(1, keepdim=True)) / s.std(1, keepdim=True).clamp(min=1e-6)
        for how, scores in (("pooled", pooled), ("maxsim", tokens), ("both", scale(pooled) + scale(tokens))):
            values = reciprocal(ranks_of(scores, [torch.tensor(one, device=dev) for one in relevant]))
            low, high = interval(values)
            result[f"{label}.{how}"] = [round(float(values.mean()), 4), round(float(low), 4), round(float(high), 4), len(values), values.round(4).tolist()]
    if not quiet:
        for how in ("pooled", "maxsim", "both"):
            log(name, how, " ".join(f"{label} {result[f'{label}.{how}'][0]:.3f}" for label in sets))
    return result


def written_sets():
    """Held-out writers: every note of theirs among all of theirs, by the form of the question."""
    documents = [record["d"] for records, _ in held_projects for record in records]
    asked = [record["q"] for records, _ in held_projects for record in records]
    forms = ["other words", "situation", "short"]
    return {form: (documents, [one[i] for one in asked], [[at] for at in range(len(asked))]) for i, form in enumerate(forms)} if documents else {}


@torch.no_grad()
def tell_apart(name, w, projection):
    """How surely the best score tells a question with an answer from one without (area under the curve), by held-out writers."""
    if not held_projects:
        return
    documents = Texts([record["d"] for records, _ in held_projects for record in records], 256)
    asked = Texts([text for records, _ in held_projects for record in records for text in record["q"][:2]], 160)
    other = Texts([text for _, questions in held_projects for text in questions], 160)
    d, dt = embed(w, documents), all_tokens(w, projection, documents, False)
    best = []
    for q in (asked, other):
        tokens = token_scores(all_tokens(w, projection, q, True), dt, projection.dims if projection else WIDTH)
        best.append([one.max(1).values for one in (embed(w, q) @ d.T, tokens, embed(w, q) @ d.T + 2 * tokens ** 2)])
    area = [(yes[:, None] > no[None, :]).float().mean().item() for yes, no in zip(*best)]
    log(name, "told apart", " ".join(f"{how} {one:.3f}" for how, one in zip(("pooled", "maxsim", "both"), area)))


validation = held_sets(pairs["validation"], 1) | written_sets()
test = held_sets(pairs["test"], 2)
committed = committed_sets(f"{DATA}/sets") if os.path.isdir(f"{DATA}/sets") else {}
log("validation", {name: len(one[0]) for name, one in validation.items()}, "committed", len(committed))
results = {"validation": {}, "test": {}, "committed": {}}


def report(name, w, projection, final=False):
    results["validation"][name] = evaluate(name, w, projection, validation)
    tell_apart(name, w, projection)
    if final:
        results["test"][name] = evaluate(name, w, projection, test, quiet=True)
        results["committed"][name] = evaluate(f"committed {name}", w, projection, committed)
    json.dump(results, open(f"{OUT}/results.json", "w"))


report("original", base, None, final=True)

def low_rank(change):
    u, s, v = torch.linalg.svd(change.double(), full_matrices=False)
    root = s[:RANK].sqrt()
    return (u[:, :RANK] * root).float(), (root[:, None] * v[:RANK]).float()


# Phase 1: all of the layers.
full = {name: base[name].clone().requires_grad_(name in TRAINED) for name in base}
projection = Projection(64, 2).to(dev)
hard = fit("full", lambda: full, [{"params": [full[name] for name in TRAINED], "lr": RATE}, {"params": list(projection.parameters()), "lr": 1e-3}],
           projection, STEPS, LIMIT * 0.6, mines=True)
full = {name: value.detach() for name, value in full.items()}
report("full", full, projection)
factors = {name: list(low_rank(full[f"{name}.weight"] - base[f"{name}.weight"])) for name in MATRICES}
small = {name: full[name].clone() for name in TRAINED if name.removesuffix(".weight") not in MATRICES}

# Phase 2: the change cut to a low rank, and trained on as such.
factors = {name: [one.contiguous().requires_grad_() for one in both] for name, both in factors.items()}
small = {name: value.requires_grad_() for name, value in small.items()}


def merged():
    w = dict(base)
    w.update(small)
    for name, (left, right) in factors.items():
        w[f"{name}.weight"] = base[f"{name}.weight"] + left @ right
    return w


with torch.no_grad():
    report(f"rank {RANK}", merged(), projection)
fit("low rank", merged, [{"params": [one for both in factors.values() for one in both], "lr": 2e-4}, {"params": list(small.values()), "lr": 2e-5},
                         {"params": list(projection.parameters()), "lr": 3e-4}], projection, STEPS // 4, LIMIT * 0.72, hard=hard)
with torch.no_grad():
    final = {name: value.detach() for name, value in merged().items()}

# Phase 3: the encoder stays as it is now; a token becomes 128 signs, 16 bytes.
projection = Projection(128, 1).to(dev)
fit("projection", lambda: final, [{"params": list(projection.parameters()), "lr": 2e-3}], projection, STEPS // 4, LIMIT * 0.82, keep_tokens=3)
report(f"rank {RANK} trained", final, projection, final=True)

arrays = {f"{name}.left": left.detach().half().cpu().numpy() for name, (left, _) in factors.items()}
arrays |= {f"{name}.right": right.detach().half().cpu().numpy() for name, (_, right) in factors.items()}
arrays |= {f"{name}.change": (value.detach() - base[name]).cpu().numpy() for name, value in small.items()}
arrays |= {"projection": projection.matrix.detach().cpu().numpy(), "importance": projection.importance.detach().cpu().numpy(), "importance.bias": projection.bias.detach().cpu().numpy()}
np.savez(f"{OUT}/adapter.npz", **arrays)
log("saved adapter", os.path.getsize(f"{OUT}/adapter.npz"))

# What the table of static embeddings is made of: sums over pieces that point where the new model does.
static_texts = [query_texts[i] for i in rng.sample(range(len(query_texts)), min(len(query_texts), 2000 if SMOKE else 260000))]
static_texts += [one[:300] for one in rng.sample(prose, min(len(prose), 500 if SMOKE else 40000))]
if SMOKE:
    words = words[:500]
static_texts += words + [f"{rng.choice(words)} {word}" for word in words] + [f"{word} {rng.choice(words)} {rng.choice(words)}" for word in words]
static_texts += [record["q"][0] for record in make_talk(100 if SMOKE else 10000, 21)] + [record["d"] for record in make_talk(100 if SMOKE else 10000, 22)]
rng.shuffle(static_texts)
static = Texts(static_texts, 96)
targets = embed(final, static, 2048)
log("static texts", len(static))
inner = [static.ids[static.at[i] + 1:static.at[i + 1] - 1] for i in range(len(static))]
offsets = torch.from_numpy(np.concatenate([[0], np.cumsum([len(one) for one in inner])[:-1]])).to(dev)
flat = torch.from_numpy(np.concatenate(inner).astype(np.int64)).to(dev)
lengths = torch.tensor([len(one) for one in inner], device=dev)
owner = torch.repeat_interleave(torch.arange(len(inner), device=dev), lengths)
sums = torch.zeros(len(vocabulary), WIDTH, device=dev)
count = torch.zeros(len(vocabulary), device=dev)
sums.index_add_(0, flat, targets[owner])
count.index_add_(0, flat, torch.ones(len(flat), device=dev))
start = sums * (torch.sqrt(300 / (300 + count)) / (count + 0.5))[:, None]
table = torch.nn.Parameter(start.clone())
optimizer = torch.optim.Adam([table], lr=0.003, betas=(0.9, 0.99))
held = 4000 if not SMOKE else 200
steps = 40 if SMOKE else 3500
for step in range(steps):
    for group in optimizer.param_groups:
        group["lr"] = 0.003 * (1.01 - step / steps)
    rows = torch.randint(held, len(inner), (1024,), device=dev)
    take = torch.repeat_interleave(offsets[rows], lengths[rows])
    inside = torch.arange(len(take), device=dev) - torch.repeat_interleave(torch.cumsum(lengths[rows], 0) - lengths[rows], lengths[rows])
    where = torch.repeat_interleave(torch.arange(len(rows), device=dev), lengths[rows])
    stays = torch.rand(len(take), device=dev) >= 0.1
    got = torch.zeros(len(rows), WIDTH, device=dev).index_add_(0, where[stays], table[flat[(take + inside)[stays]]])
    loss = 1 - F.cosine_similarity(got, targets[rows]).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 500 == 0:
        log("static", step, f"cosine {1 - loss.item():.4f}")
    if time.time() - began > LIMIT:
        break
with torch.no_grad():
    got = torch.zeros(held, WIDTH, device=dev).index_add_(0, owner[owner < held], table[flat[owner < held]])
    log("static, texts not learned from", f"cosine {F.cosine_similarity(got, targets[:held]).mean().item():.4f}")
half = len(vocabulary) // 2
np.save(f"{OUT}/static-a.npy", table.detach()[:half].half().cpu().numpy())
np.save(f"{OUT}/static-b.npy", table.detach()[half:].half().cpu().numpy())
log("done")
