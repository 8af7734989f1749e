// Makes tuning sets from texts that every developer has, so that weights are not overfitted to our own
// questions: a comment and the function below it, the start of a section and the rest of it, a heading and
// its section, a commit message and the lines it added.
// Usage: tsx lab/retrieval/make-sets.ts FOLDER [PYTHON]     writes NAME.corpus.jsonl and NAME.queries.jsonl for each;
//        PYTHON is the folder of Python's standard library, for one more set
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Pair {
  readonly query: string;
  readonly text: string;
}

const maxDocuments = 700;
const maxQueries = 200;
const maxTextLength = 900;

function write(name: string, pairs: readonly Pair[]): void {
  const uniquePairs = [...new Map(pairs.map((pair) => [pair.text, pair])).values()];
  const queries = new Map<string, number>();
  for (const { query } of uniquePairs) queries.set(query, (queries.get(query) ?? 0) + 1);
  const documents = uniquePairs.sort((a, b) => (digest(a.text) < digest(b.text) ? -1 : 1)).slice(0, maxDocuments);
  const corpus = documents.map(({ text }, i) => ({ id: `${name}-${i}`, text: text.slice(0, maxTextLength) }));
  const queryRows = documents
    .map(({ query }, i) => ({ id: `${name}-q${i}`, query, relevant: [`${name}-${i}`] }))
    .filter(({ query }) => queries.get(query) === 1)
    .slice(0, maxQueries);
  writeLines(`${name}.corpus.jsonl`, corpus);
  writeLines(`${name}.queries.jsonl`, queryRows);
  process.stdout.write(`${name}: ${queryRows.length} queries, ${corpus.length} documents of ${pairs.length} pairs\n`);
}

function writeLines(file: string, rows: readonly object[]): void {
  writeFileSync(join(folder, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function filesIn(root: string, ending: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map(({ path, name }) => join(path, name))
    .filter((path) => !/\.min\.|\/tests?\/|__tests__|idlelib|pydoc_data/.test(path))
    .sort();
}

const isSentence = (text: string) =>
  text.length >= 25 && text.length <= 160 && /^[A-Z]/.test(text) && / .* .* /.test(text);

const firstSentence = (text: string) =>
  (text
    .replace(/\s+/g, " ")
    .trim()
    .match(/^.*?[.!?](?= |$)|^.*$/) ?? [""])[0];

function javaScriptFunctions(file: string): Pair[] {
  const matches = read(file).matchAll(
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n([^\n]*(?:function|=>|\) \{)[\s\S]{200,1500}?)\n\s*\/\*\*/g,
  );
  return [...matches].slice(0, 40).flatMap(([, comment = "", code = ""]) => {
    const query = firstSentence(comment.replace(/^[ \t]*\* ?/gm, "").replace(/\n@[\s\S]*/, ""));
    return isSentence(query) && !query.includes("@") ? [{ query, text: code.trim() }] : [];
  });
}

function pythonFunctions(file: string): Pair[] {
  const matches = read(file).matchAll(
    /^( *)(def \w+\([\s\S]*?\):)\n\s+"""([\s\S]*?)"""\n([\s\S]{150,1500}?)\n(?=\1\S)/gm,
  );
  return [...matches].slice(0, 40).flatMap(([, , head = "", comment = "", body = ""]) => {
    const query = firstSentence(comment);
    return isSentence(query) ? [{ query, text: `${head}\n${body}` }] : [];
  });
}

const sectionsOf = (file: string): { heading: string; text: string }[] =>
  read(file)
    .split(/^#{1,4} /m)
    .slice(1)
    .map((section) => {
      const [heading = "", ...rest] = section.split("\n");
      return { heading: heading.replace(/[`*#]|\[|\]\([^)]*\)/g, "").trim(), text: rest.join("\n").trim() };
    })
    .filter(({ text }) => text.length >= 250)
    .slice(0, 30);

const sections = (file: string): Pair[] =>
  sectionsOf(file).flatMap(({ text }) => {
    const query = firstSentence(text);
    const rest = text.replace(/\s+/g, " ").trim().slice(query.length).trim();
    return isSentence(query) && rest.length >= 200 ? [{ query, text: rest }] : [];
  });

const headings = (file: string): Pair[] =>
  sectionsOf(file).flatMap(({ heading, text }) => (/ .* /.test(heading) ? [{ query: heading, text }] : []));

function commits(): Pair[] {
  const log = git("log", "--no-merges", "--format=%H %s").trim().split("\n");
  return log.flatMap((line) => {
    const [commit = "", subject = ""] = [line.slice(0, 40), line.slice(41)];
    const added = git("show", "--format=", "--unified=0", commit, "--", "src").match(/^\+(?!\+).*/gm) ?? [];
    const text = added.map((one) => one.slice(1)).join("\n");
    return text.length >= 200 ? [{ query: subject.replace(/^[\w, ]+: /, ""), text }] : [];
  });
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { encoding: "utf8", maxBuffer: 1 << 28 });
}

function read(file: string): string {
  return readFileSync(file, "utf8").slice(0, 300_000);
}

const [folder = "", python = ""] = process.argv.slice(2);
if (folder === "") throw new Error("Pass the folder to write to.");
mkdirSync(folder, { recursive: true });
write("js", filesIn("node_modules", ".js").flatMap(javaScriptFunctions));
if (python !== "") write("py", filesIn(python, ".py").flatMap(pythonFunctions));
write("sections", filesIn("node_modules", ".md").flatMap(sections));
write("headings", filesIn("node_modules", ".md").flatMap(headings));
write("commits", commits());
