"""The forms in which something is asked for, and in which it is found: whole sentences, keywords, web queries, names."""

import re

LANGUAGES = {"py": ["python", "python 3"], "ts": ["typescript", "ts"], "tsx": ["react"], "js": ["javascript", "js", "node"], "mjs": ["node"], "jsx": ["react"],
             "go": ["golang", "go"], "rs": ["rust"], "java": ["java"], "kt": ["kotlin"], "rb": ["ruby"], "php": ["php"], "cs": ["c#", "csharp"],
             "swift": ["swift"], "ex": ["elixir"], "exs": ["elixir"], "c": ["c"], "h": ["c"], "cc": ["c++"], "cpp": ["c++"], "hpp": ["c++"]}
STOP = set("""a an the of to in on for with and or is are was were be been being it its this that these those as at by from into if then than so we you i he she
they them our your their not no do does did can could should would will may might must have has had which who whom whose what when where why how there here
also just only other some any each all more most such same about over under again up down out off very own per via using used use""".split())
PLAIN_VERB = {"returns": "return", "gets": "get", "sets": "set", "creates": "create", "checks": "check", "converts": "convert", "adds": "add", "removes": "remove",
              "parses": "parse", "reads": "read", "writes": "write", "finds": "find", "makes": "make", "computes": "compute", "builds": "build", "loads": "load",
              "determines": "check", "tests": "test", "calculates": "calculate", "generates": "generate", "validates": "validate", "handles": "handle"}


def words_in(text):
    return re.findall(r"[a-z][a-z0-9_+#.-]*[a-z0-9+#]|[a-z]|\d+", text.lower())


def language_of(record, rng):
    path = record["d"].split("\n", 1)[0]
    names = LANGUAGES.get(path.rsplit(".", 1)[-1]) if "." in path and " " not in path else None
    return rng.choice(names) if names else None


def keywords(text, rng):
    """What one would type into a search box for it; nothing where too little is left."""
    content = [word for word in words_in(text) if word not in STOP][:14]
    if len(content) < 2:
        return None
    count = min(len(content), rng.randint(3, 6))
    if rng.random() < 0.6:
        start = rng.randrange(len(content) - count + 1)
        chosen = content[start:start + count]
    else:
        chosen = [content[i] for i in sorted(rng.sample(range(len(content)), count))]
    return " ".join(chosen) if any(len(word) > 2 and not word[0].isdigit() for word in chosen) else None


def as_request(text, rng):
    """The first clause of a comment, as a person would ask for it."""
    words = words_in(re.split(r"(?<=[a-z`)])[.;:]\s|,\s(?:and|but|which|so)\s", text)[0])[:rng.randint(6, 11)]
    if len(words) < 3:
        return None
    verb = PLAIN_VERB.get(words[0], words[0])
    if verb == "return" and rng.random() < 0.6:
        verb = "get"
    return " ".join([verb, *[word for word in words[1:] if word not in ("the", "a", "an") or rng.random() < 0.4]])


def web_form(record, rng):
    """A web query for a piece of code: short, in small letters, often with the language."""
    choice = rng.random()
    name = record.get("n") or ""
    text = None
    if choice < 0.3 and len(name.split()) >= 2:
        text = name
    elif choice < 0.7:
        text = as_request(record["q"][0], rng)
    text = text or keywords(record["q"][0], rng)
    if not text:
        return None
    language = language_of(record, rng)
    how = rng.random()
    if language and how < 0.45:
        text = f"{language} {text}"
    elif language and how < 0.6:
        text = f"{text} in {language}"
    elif how < 0.75:
        text = f"how to {text}"
    elif how < 0.8 and language:
        text = f"how to {text} in {language}"
    return text


def documents_of(record, rng):
    """0: as it is shown to a full question; more forms follow."""
    text = record["d"]
    if record["k"] == "doc":
        start, end = record["s"]
        bare = text[:start] + text[end:]
        head, _, rest = text.partition("\n")
        return [bare, text, rest]
    if record["k"] in ("commit", "err", "test"):
        head, _, rest = text.partition("\n")
        return [text, text, rest] if len(rest) > 60 else [text]
    if record["k"] == "md":
        return [text, f"{record['n']}\n{text}"]
    return [text]


def queries_of(record, rng):
    """Texts, each with the forms of the document that it may be asked for."""
    kind, asked = record["k"], record["q"]
    if kind == "doc":
        made = [(asked[0], (0,))]
        for _ in range(3):
            text = web_form(record, rng)
            if text:
                made.append((text, (0, 1, 2, 2)))
        return made
    count = len(documents_of(record, rng))
    every = tuple(range(count))
    made = [(text, (0,) if kind == "md" else every) for text in asked]
    for _ in range(2 if kind in ("commit", "md", "err", "change") else 1):
        if kind == "made":
            break
        text = keywords(asked[rng.randrange(len(asked))], rng)
        if text:
            made.append((text, every))
    if kind == "md" and not asked[0].endswith("?") and rng.random() < 0.5:
        made.append((f"{rng.choice(['how to', 'what is', 'how does', 'where is'])} {record['n'].lower()}", every))
    return made
