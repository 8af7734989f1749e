"""Mines training pairs from bare git repositories: python3 mine_pairs.py MIRROR OUT [OWNER+NAME ...]

One line of JSON per document: k kind, r repository, q texts that ask for it, d the document; s is where a doc comment
lies in d, so that training can leave it out, and n the name that the code declares.
"""

import ast
import json
import os
import random
import re
import subprocess
import sys
import time

MAX_DOC = 950
CAPS = {"commit": 900, "change": 500, "doc": 1100, "md": 450, "err": 450, "lint": 250, "test": 180, "talk": 700, "ict": 250}
CODE = (".py", ".ts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", ".go", ".rs", ".java", ".kt", ".svelte", ".vue", ".rb", ".php",
        ".cs", ".swift", ".ex", ".exs", ".c", ".h", ".cc", ".cpp", ".hpp")
PROSE = (".md", ".mdx", ".rst", ".markdown")
SKIP = re.compile(r"(^|/)(vendor|node_modules|dist|third_party|fixtures?|snapshots?|__snapshots__|testdata|deps|locales?|"
                  r"translations?|generated|build)(/|$)|\.min\.|\.d\.ts$|lock\.|_pb2|\.pb\.|/i18n/", re.I)
LOCALE = re.compile(r"docs/(?!en)[a-z]{2}(-[a-z]+)?/docs/|/(zh|ja|ko|fr|de|es|pt|ru|tr|uk|fa|zh-cn|zh-hant)/", re.I)
TESTS = re.compile(r"(^|/)(tests?|__tests__|specs?|testing|e2e|examples?|bench(es|marks?)?)(/|$)|[._-](test|spec)s?\.|(^|/)test_|"
                   r"_test\.|_spec\.|conftest|Tests?\.(java|kt|cs|php|swift)$", re.I)
CHANGELOG = re.compile(r"(^|/)(changelog|changes|history|release[-_]?notes|news)[^/]*(\.(md|rst|txt))?$|/changelog/|/whatsnew/|/releases?/", re.I)
DULL = re.compile(r"^(merge|bump|releas|version|chore\(deps|build\(deps|update (dependency|dependencies|deps|changelog)|revert|"
                  r"prepare|v?\d+\.\d+|style[:(]|typo|ci[:(]|format|lint|fix (lint|typo|test|ci|build)|cleanup|wip|\[?bot|\[pre-commit)", re.I)
TRAILER = re.compile(r"^(signed-off-by|co-authored-by|reviewed-by|change-id|pr-url|cc|git-svn-id|tested-by|acked-by|reported-by|"
                     r"approved-by|backport|cherry.picked|\(cherry|closes|fixes|refs?|resolves|see also)\b[:\s]", re.I)


def git(repo, *args):
    done = subprocess.run(["git", "--git-dir", repo, *args], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.decode("utf8", "replace")


def squeeze(text):
    return re.sub(r"\s+", " ", text).strip()


def plain(text):
    """Markup and links away, words stay."""
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", " ", text)
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"<[^>\n]{1,200}>", " ", text)
    text = re.sub(r":[a-z:+]+:`~?([^`<]+)(<[^>]*>)?`", r"\1", text)
    return re.sub(r"https?://\S+", "", text)


class Sink:
    def __init__(self, path, name):
        self.file, self.name, self.count, self.seen, self.headings = open(path, "w"), name, {}, set(), {}

    def is_full(self, kind):
        return self.count.get(kind, 0) >= CAPS[kind]

    def add(self, kind, queries, document, **more):
        queries = [query[:600] for query in dict.fromkeys(map(str.strip, queries)) if len(query) > 3]
        document = document.strip("\n")[:MAX_DOC]
        key = (kind, queries[0] if queries else "", document[:200])
        if not queries or len(document) < 60 or key in self.seen or self.is_full(kind):
            return
        self.seen.add(key)
        self.count[kind] = self.count.get(kind, 0) + 1
        line = {"k": kind, "r": self.name, "q": queries, "d": document, **more}
        self.file.write(json.dumps(line, ensure_ascii=False) + "\n")


# ---- commits ----

def split_message(message):
    lines = [line.strip() for line in message.split("\n")]
    lines = [line for line in lines if line and not TRAILER.match(line)]
    if not lines:
        return "", ""
    subject = re.sub(r"\s*\(?(#|GH-|gh-)\d+\)?", "", lines[0]).strip()
    subject = re.sub(r"^(fix|feat|feature|refactor|perf|build|chore|improve|bug|docs?|tests?)(\([^)]*\))?!?:\s*", "", subject, flags=re.I)
    body = squeeze(plain(" ".join(line for line in lines[1:] if not line.startswith(("```", "---", "<!--")))))[:700]
    return subject, body


def read_changelogs(repo, names):
    """What a changelog says about a pull request or issue, by its number."""
    told = {}
    for name in [name for name in names if CHANGELOG.search(name) and not name.endswith(CODE)][:400]:
        for line in git(repo, "show", f"HEAD:{name}")[:400_000].split("\n"):
            numbers = re.findall(r"(?:#|pull/|issues/|GH-|`)(\d{2,6})\b", line)
            text = squeeze(re.sub(r"^\W*[0-9a-f]{7,10}\s|\([A-Z][\w .-]+\)?$|^\W*(?:fix|feat|docs|perf|chore)(?:\([^)]*\))?:|\(?\[?(#|GH-)\d+\]?\)?|@\w+|\bby\b\s*$|[*`_]{1,2}", "", plain(line))).strip(" -*()[],.;")
            if numbers and 5 <= len(text.split()) <= 80:
                for number in numbers:
                    told.setdefault(number, text)
    return told


def mine_commits(repo, names, sink, rng):
    told = read_changelogs(repo, names)
    hashes = git(repo, "rev-list", "--no-merges", "-n", "9000", "HEAD").split()
    rng.shuffle(hashes)
    command = ["git", "--git-dir", repo, "diff-tree", "--stdin", "-r", "-p", "-U12", "--diff-filter=M", "--no-color", "--no-ext-diff",
               "--no-textconv", "--format=%x01%H%x02%B%x03", "--", *[f"*{end}" for end in CODE]]
    for start in range(0, min(len(hashes), 4500), 150):
        if sink.is_full("commit") and sink.is_full("change"):
            return
        out = subprocess.run(command, input="\n".join(hashes[start:start + 150]).encode(), stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL).stdout
        if len(out) > 60_000_000:
            continue
        for text in out.decode("utf8", "replace").split("\x01")[1:]:
            if len(text) < 400_000:
                mine_commit(text, told, sink)


def mine_commit(text, told, sink):
    _, _, rest = text.partition("\x02")
    message, _, diff = rest.partition("\x03")
    subject, body = split_message(message)
    if DULL.match(subject) or not 3 <= len(subject.split()) <= 40 or len(subject) > 220:
        return
    files = re.split(r"^diff --git ", diff, flags=re.M)[1:]
    if not files or len(files) > 10:
        return
    before, changed = [], []
    for file in files:
        match = re.match(r"a/(\S+) b/", file)
        if not match or SKIP.search(match.group(1)):
            continue
        path = match.group(1)
        changed.append(path)
        if TESTS.search(path):
            continue
        best = None
        for hunk in re.split(r"^@@ .*?@@.*?$", file, flags=re.M)[1:]:
            lines = hunk.split("\n")
            old = "\n".join(line[1:] for line in lines if line[:1] in (" ", "-")).strip("\n")
            weight = sum(line[:1] in ("+", "-") for line in lines)
            if len(old) >= 80 and (best is None or weight > best[0]):
                best = (weight, old, lines)
        if best:
            before.append((best[0], path, best[1], best[2]))
    if not before:
        return
    before.sort(key=lambda one: -one[0])
    entries = [told[number] for number in re.findall(r"#(\d{2,6})", message) if number in told][:1]
    has_body = len(body.split()) >= 10
    queries = [subject] + ([f"{subject}. {body}"] if has_body else []) + entries
    for _, path, old, _ in before[:2]:
        sink.add("commit", queries, f"{path}\n{old}")
    asks = ([body] if has_body else []) + entries
    if asks:
        lines = [line[:160] for line in before[0][3] if line[:1] in ("+", "-") and len(line.strip()) > 4]
        sink.add("change", asks, "\n".join([subject, " ".join(changed[:5]), *lines])[:700])


# ---- code at the tip ----

def first_paragraph(text):
    text = re.sub(r"^\s*(\*+|///?!?|//|#+|--)\s?", "", text.strip(), flags=re.M)
    text = re.split(r"\n\s*\n|\n\s*(?:Args|Arguments|Parameters|Returns|Raises|:param|:return|@param|@returns?|@example|Examples?\b|>>>|```)", text.strip())[0]
    return squeeze(plain(re.sub(r"\{@\w+ ([^}]*)\}|</?\w+>", r"\1", text)))[:400]


NOT_DOC = re.compile(r"eslint|copyright|licen[cs]e|prettier|todo|fixme|biome|@ts-|noinspection|generated|deprecated: use|^[-=*~]+$", re.I)
DECLARED = re.compile(
    r"^\s*(?:export |default |async |pub(?:\([^)]*\))? |static |public |private |protected |internal |abstract |final |unsafe |const |override |"
    r"virtual |inline |extern |open |suspend |sealed |readonly |declare )*(?:function\*?|class|const|let|fn|func|fun|struct|enum|trait|impl|interface|"
    r"type|def|defp|defmodule|module|record|protocol|extension|macro_rules!)\s+(?:\([^)]*\)\s*|self\.)?([A-Za-z_$][\w$.]*)|"
    r"^\s*(?:[\w<>\[\],.*&?:]+\s+){0,4}\*?([A-Za-z_$][\w$]*)\s*(?:<[^>]*>)?\(")
MESSAGE = re.compile(
    r"(?:raise\s+([A-Z]\w+)\(|throw\s+(?:new\s+)?([A-Z]\w*)\(|(?:errors\.New|fmt\.Errorf|errors\.Errorf|bail!|anyhow!|panic!|Err\(|abort\(|"
    r"new\s+([A-Z]\w*(?:Error|Exception))|[Ll]og(?:ger)?\.(?:error|warn(?:ing)?|Error|Warn)|console\.(?:error|warn)|error\(|fail\(|failf\(|"
    r"raise\s+(?:[A-Z][\w:]*,\s*)?|format!\(|message:|MSG\s*=))[^\"'`\n]{0,40}\n?\s*(?:f|r|b)?(\"(?:[^\"\\\n]|\\.){18,220}\"|'(?:[^'\\\n]|\\.){18,220}'|`(?:[^`\\]|\\.){18,220}`)")
FILLINGS = ["foo", "config", "12", "users", "main", "None", "test", "0", "item", "name", "/tmp/out", "index", "v2", "default", "token"]
TEST_TITLE = re.compile(r"^\s*(?:it|test|describe|context|specify|scenario|test\.\w+|it\.\w+)\s*\(?\s*(\"[^\"\n]{15,140}\"|'[^'\n]{15,140}'|`[^`\n]{15,140}`)")
TEST_NAME = re.compile(r"^\s*(?:async )?(?:pub )?(?:def|fn|func|function|public function|public void|void|fun)\s+(?:\([^)]*\)\s*)?([Tt]est_?\w{12,90}|\w{20,90})\s*\(")


def fill(message, rng):
    text = message[1:-1].replace("\\n", " ").replace('\\"', '"').replace("\\'", "'")
    return squeeze(re.sub(r"\$\{[^}]*\}|\{[^}]*\}|%[-+0-9.]*[a-zA-Z]|#\{[^}]*\}", lambda _: rng.choice(FILLINGS), text))


def words_of(name):
    return squeeze(re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", re.sub(r"[_$.:-]+", " ", name))).lower()


def pasted(message, kind, path, line, rng):
    """As it would be copied from a terminal."""
    kind = kind or ""
    if path.endswith(".py"):
        kind = kind or "RuntimeError"
        trace = f'Traceback (most recent call last):\n  File "{path}", line {line}, in {rng.choice(["main", "run", "<module>", "call"])}\n{kind}: {message}'
    elif path.endswith((".ts", ".js", ".tsx", ".mjs", ".cjs")):
        kind = kind or "Error"
        trace = f"{kind}: {message}\n    at {rng.choice(['Object.<anonymous>', 'async run', 'process', 'load'])} ({path}:{line}:{rng.randint(3, 30)})"
    elif path.endswith(".rs"):
        trace = f"thread 'main' panicked at {path}:{line}:{rng.randint(3, 30)}:\n{message}"
    elif path.endswith((".java", ".kt", ".cs", ".php")):
        kind = kind or "Exception"
        trace = f'Exception in thread "main" {kind}: {message}\n\tat {path.rsplit("/", 1)[-1].split(".")[0]}.run({path.rsplit("/", 1)[-1]}:{line})'
    else:
        trace = f"error: {message}"
    return trace if rng.random() < 0.5 else (f"{kind}: {message}" if kind else f"error: {message}")


def mine_messages(path, lines, text, sink, rng):
    for match in MESSAGE.finditer(text):
        if sink.is_full("err"):
            return
        message = fill(match.group(4), rng)
        if len(message.split()) < 4 or not re.search(r"[a-z]{3}", message):
            continue
        line = text.count("\n", 0, match.start())
        start = line
        while start > max(0, line - 18) and not (DECLARED.match(lines[start]) and start < line):
            start -= 1
        code = "\n".join(lines[start:line + 6])
        kind = match.group(1) or match.group(2) or match.group(3)
        sink.add("err", [message, pasted(message, kind, path, line + 1, rng)], f"{path}\n{code}")


def mine_python(path, text, sink, rng):
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    lines = text.split("\n")
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            continue
        doc = ast.get_docstring(node)
        if not doc or sink.is_full("doc"):
            continue
        query = first_paragraph(doc)
        first = node.body[0]
        if len(query.split()) < 3 or NOT_DOC.search(query):
            continue
        head = "\n".join([path, *lines[node.lineno - 1:first.lineno - 1]]) + "\n"
        comment = "\n".join(lines[first.lineno - 1:first.end_lineno])[:420] + "\n"
        rest = "\n".join(lines[first.end_lineno:min(node.end_lineno, first.end_lineno + 32)])
        if len(rest) + len(head) - len(path) > 70:
            sink.add("doc", [query], head + comment + rest, s=[len(head), len(head) + len(comment)], n=words_of(node.name))


def mine_comments(path, lines, sink, rng):
    hash_style = path.endswith((".rb", ".ex", ".exs"))
    i = 0
    while i < len(lines):
        start, line = i, lines[i].lstrip()
        if not hash_style and line.startswith(("/**", "/*")):
            while i < len(lines) and "*/" not in lines[i] and i - start < 70:
                i += 1
            i += 1
        elif (hash_style and line.startswith("# ")) or (not hash_style and line.startswith("//")):
            mark = "#" if hash_style else "//"
            while i < len(lines) and lines[i].lstrip().startswith(mark) and i - start < 70:
                i += 1
        else:
            i += 1
            continue
        comment = "\n".join(lines[start:i])
        at = i
        while at < len(lines) and at < i + 6 and lines[at].lstrip().startswith(("#[", "@", "[")):
            at += 1
        match = DECLARED.match(lines[at]) if at < len(lines) else None
        if not match:
            continue
        cleaned = re.sub(r"/\*+|\*+/", "", comment)
        query = first_paragraph(cleaned)
        if len(query.split()) < 4 or NOT_DOC.search(query):
            continue
        code = "\n".join(lines[i:at + 30])
        if len(code) > 80:
            head = f"{path}\n"
            kept = comment[:420] + "\n"
            sink.add("doc", [query], head + kept + code, s=[len(head), len(head) + len(kept)], n=words_of(match.group(1) or match.group(2) or ""))
        if len(cleaned) > 250 and not sink.is_full("lint"):
            prose = squeeze(re.sub(r"^\s*(\*+|///?!?|//|#+)\s?", "", cleaned, flags=re.M))
            for found in MESSAGE.finditer("\n".join(lines[at:at + 60])):
                message = fill(found.group(4), rng)
                if len(message.split()) >= 4:
                    sink.add("lint", [message, f"{rng.choice(['warning', 'error'])}: {message}\n --> {rng.choice(['src/main', 'lib/app', 'index'])}"
                                              f"{os.path.splitext(path)[1]}:{rng.randint(2, 400)}:{rng.randint(1, 40)}"], prose)
                    break


def mine_tests(path, lines, sink):
    for i, line in enumerate(lines):
        if sink.is_full("test"):
            return
        match = TEST_TITLE.match(line)
        title = match.group(1)[1:-1] if match else None
        if not title:
            match = TEST_NAME.match(line)
            title = re.sub(r"^test ", "", words_of(match.group(1))) if match else None
        if title and len(title.split()) >= 3:
            sink.add("test", [title], f"{path}\n" + "\n".join(lines[i + 1:i + 22]))


def mine_lint_docs(repo, names, read, sink, rng):
    """Rules documented in a page of their own, named after the file that implements them."""
    pages = {os.path.splitext(os.path.basename(name))[0]: name for name in names if re.search(r"rules?/[^/]+\.mdx?$|cops?/[^/]+\.mdx?$|lints?/[^/]+\.mdx?$", name)}
    messages = set()
    for name in names:
        page = pages.get(os.path.splitext(os.path.basename(name))[0])
        if page and re.search(r"/(rules?|lints?|cops?)/", name) and name.endswith(CODE) and not TESTS.search(name):
            body = plain(re.sub(r"^---.*?---", "", read(page) or "", count=1, flags=re.S))
            for found in dict.fromkeys(re.findall(r":\s*(\"[^\"\n]{18,160}\"|'[^'\n]{18,160}'|`[^`\n]{18,160}`)", read(name) or "")):
                message = fill(found, rng)
                if len(message.split()) >= 4 and message not in body[:MAX_DOC] and message not in messages:
                    messages.add(message)
                    sink.add("lint", [message], body)


# ---- prose ----

SPEAKER = re.compile(r"^\s*(?:[-*]\s+)?\**@?([A-Z][\w.-]{1,18}(?: [A-Z][\w.-]{1,14})?)\**:\**\s+(\S.{15,})")
NO_SPEAKER = re.compile(r"^(note|warning|example|todo|action|agenda|date|time|link|status|see|tip|fixes|title|author|summary|tracking|issue|pr|"
                        r"conclusion|decision|proposal|question|answer|reason|result|type|name|version|default|host|zulip|present|first|second|yes|no|https?)\b", re.I)


def mine_talk(text, sink, rng):
    turns, heading = [], ""
    for line in text.split("\n"):
        if line.startswith("#"):
            heading = squeeze(plain(line.lstrip("# ")))
            continue
        match = SPEAKER.match(line)
        if match and not NO_SPEAKER.match(match.group(1)):
            turns.append((heading, match.group(1), squeeze(plain(match.group(2)))))
        elif turns and line.strip() and not line.lstrip().startswith(("-", "*", "|", "<", "`")) and len(turns[-1][2]) < 600:
            turns[-1] = (*turns[-1][:2], turns[-1][2] + " " + squeeze(plain(line)))
    if len(turns) < 6 or len({who for _, who, _ in turns}) < 2 or len({who for _, who, _ in turns}) > len(turns) / 1.5:
        return
    for i, (topic, who, said) in enumerate(turns):
        if len(said.split()) < 8:
            continue
        queries = []
        sentences = re.split(r"(?<=[.!?])\s+", said)
        if i and turns[i - 1][1] != who and turns[i - 1][0] == topic:
            before = turns[i - 1][2]
            if "?" in before:
                queries.append(before[:300])
        topic = re.sub(r"\[?#\d+\]?|\(\d+ [^)]*\)", "", topic).strip()
        if len(topic.split()) >= 2:
            queries += [f"what did {who} say about {topic.lower().rstrip('?.:')}", topic]
        document = f"{who}: {said}"
        if len(sentences) >= 3:
            at = rng.randrange(len(sentences))
            if len(sentences[at].split()) >= 5:
                queries.append(sentences[at])
                if rng.random() < 0.7:
                    document = f"{who}: " + " ".join(sentences[:at] + sentences[at + 1:])
        if queries:
            sink.add("talk", queries, document, n=who)


def mine_prose(path, text, sink, rng):
    front = re.match(r"^---\n(.*?)\n---\n", text, flags=re.S)
    named = re.search(r"^title:\s*[\"']?(.+?)[\"']?\s*$", front.group(1), flags=re.M) if front else None
    text = re.sub(r"<!--.*?-->", "", text[front.end():] if front else text, flags=re.S)
    # A comment in a block of code is not a heading.
    text = re.sub(r"^(```|~~~).*?^\1", lambda block: re.sub(r"^#", " #", block.group(0), flags=re.M), text, flags=re.M | re.S)
    if path.endswith(".rst"):
        text = re.sub(r"^(\S.{2,90})\n([=\-~^\"'#*+])\2{2,}\s*$", lambda m: ("# " if m.group(2) in "=#*" else "## ") + m.group(1), text, flags=re.M)
    parts = re.split(r"^(#{1,5} .+)$", text, flags=re.M)
    title = squeeze(plain(named.group(1))) if named else None
    for i in range(1, len(parts) - 1, 2):
        heading = squeeze(plain(parts[i].lstrip("# "))).strip("#` ")
        body = plain(parts[i + 1]).strip()
        if parts[i].startswith("# ") and title is None:
            title = heading
        if len(body) >= 120 and len(heading.split()) >= 2:
            full = f"{title}: {heading}" if title and title != heading else heading
            sink.headings[heading] = sink.headings.get(heading, 0) + 1
            if sink.headings[heading] <= 3 or full != heading:
                is_general = sink.headings[heading] > 1 or len(heading.split()) < 3
                sink.add("md", [full] if is_general else list({heading, full}), body, n=heading)
        for paragraph in re.split(r"\n\s*\n", body):
            if sink.is_full("ict"):
                break
            paragraph = squeeze(paragraph)
            sentences = re.split(r"(?<=[.!?])\s+(?=[A-Z])", paragraph)
            if len(sentences) >= 4 and rng.random() < 0.5 and not re.match(r"[|*`<+\d.-]", paragraph) and "`" * 3 not in paragraph:
                at = rng.randrange(len(sentences))
                if 5 <= len(sentences[at].split()) <= 40:
                    rest = " ".join(sentences[:at] + sentences[at + 1:])
                    sink.add("ict", [sentences[at]], f"{heading}\n{rest}" if rng.random() < 0.5 else rest)


def mine_tip(repo, names, sink, rng):
    process = subprocess.Popen(["git", "--git-dir", repo, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def read(name):
        process.stdin.write(f"HEAD:{name}\n".encode())
        process.stdin.flush()
        head = process.stdout.readline().decode("utf8", "replace").split()
        if len(head) < 3 or not head[-1].isdigit():
            return None
        data = process.stdout.read(int(head[-1]) + 1)[:-1]
        return data.decode("utf8", "replace") if len(data) < 250_000 and head[1] == "blob" else None

    files = [name for name in names if name.endswith(CODE + PROSE) and not SKIP.search(name) and not LOCALE.search(name)]
    mine_lint_docs(repo, files, read, sink, rng)
    rng.shuffle(files)
    for name in files[:4000]:
        if name.endswith(PROSE):
            if CHANGELOG.search(name) and "release" not in name:
                continue
            text = read(name)
            if text:
                if re.search(r"meeting|minutes", name, re.I):
                    mine_talk(text, sink, rng)
                mine_prose(name, text, sink, rng)
            continue
        if sink.is_full("doc") and sink.is_full("err") and sink.is_full("test"):
            continue
        text = read(name)
        if not text or len(text) > 200_000:
            continue
        lines = text.split("\n")
        if TESTS.search(name):
            mine_tests(name, lines, sink)
            continue
        if name.endswith(".py"):
            mine_python(name, text, sink, rng)
        else:
            mine_comments(name, lines, sink, rng)
        mine_messages(name, lines, text, sink, rng)
    process.kill()


def main():
    mirror, out, *chosen = sys.argv[1:]
    for name in chosen or sorted(entry for entry in os.listdir(mirror) if "+" in entry):
        target = f"{out}/{name}.jsonl"
        if os.path.exists(target):
            continue
        repo = f"{mirror}/{name}/repo"
        repo = f"{repo}/.git" if os.path.isdir(f"{repo}/.git") else repo
        rng, began = random.Random(name), time.time()
        names = git(repo, "ls-tree", "-r", "--name-only", "HEAD").split("\n")
        sink = Sink(f"{target}.part", name)
        mine_tip(repo, names, sink, rng)
        mine_commits(repo, names, sink, rng)
        sink.file.close()
        os.rename(f"{target}.part", target)
        print(name, sink.count, f"{time.time() - began:.0f}s", flush=True)


if __name__ == "__main__":
    main()
