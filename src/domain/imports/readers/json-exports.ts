import {
  type Fields,
  type Imported,
  isFields,
  joinReadings,
  listIn,
  type NamedText,
  parseJson,
  type Reader,
  type Reading,
  readTexts,
  textOf,
  titleFrom,
  wordsOf,
} from "../reader.js";

/** Systems whose export is JSON with a list of memories: only the names of lists and fields differ. */
const jsonExport = (
  system: string,
  name: string,
  lists: readonly string[],
  from: (entry: Fields) => Imported,
): Reader => ({
  system,
  name,
  usualPath: () => undefined,
  async read(path, sources) {
    const texts = await readTexts(path, /\.jsonl?$/, sources);
    return joinReadings(texts.map((text) => readExport(text, lists, from)));
  },
});

function readExport({ file, text }: NamedText, lists: readonly string[], from: (entry: Fields) => Imported): Reading {
  const whole = parseJson(text);
  if (whole !== undefined) {
    const entries = lists.flatMap((list) => listIn(whole, list));
    const found = Array.isArray(whole) ? listIn(whole) : entries;
    const junk = found.length === 0 ? [{ where: file, why: `no list of ${lists.join(" or ")}` }] : [];
    return { items: found.map(from), junk };
  }
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.map(parseJson);
  const junk = values.flatMap((value, i) =>
    isFields(value) ? [] : [{ where: `${file}:${i + 1}`, why: "no JSON object" }],
  );
  return { items: values.filter(isFields).map(from), junk };
}

const outcomeOf = (entry: Fields) => (textOf(entry, "outcome") === "failure" ? "failure" : "success");

/** mem0 and OpenMemory: a sentence each, with its person, its app and its categories. */
export const mem0 = jsonExport("mem0", "mem0 or OpenMemory", ["memories", "results", "items"], (entry) => {
  const content = textOf(entry, "memory", "content", "text", "data");
  const categories = wordsOf(entry.categories);
  return {
    kind: "memory",
    project: isFields(entry.metadata) ? textOf(entry.metadata, "project", "project_id") : "",
    title: titleFrom(content),
    content,
    outcome: "success",
    tags: ["mem0", ...categories],
  };
});

export const agentMemory = jsonExport(
  "agentmemory",
  "agentmemory",
  ["memories", "lessons", "observations"],
  (entry) => {
    const content = textOf(entry, "content", "narrative", "text", "lesson");
    return {
      kind: "memory",
      project: textOf(entry, "project", "projectId", "project_id"),
      title: textOf(entry, "title") || titleFrom(content),
      content,
      outcome: outcomeOf(entry),
      tags: ["agentmemory", textOf(entry, "type"), ...wordsOf(entry.concepts)].filter((tag) => tag !== ""),
    };
  },
);

/** ContextD: memories, and remediations as what went wrong and what helped. */
export const contextd = jsonExport("contextd", "ContextD", ["memories", "remediations"], (entry) => {
  const solution = [textOf(entry, "root_cause"), textOf(entry, "solution")].filter((part) => part !== "").join("\n\n");
  return {
    kind: "memory",
    project: textOf(entry, "project_id", "project"),
    title: textOf(entry, "title", "problem") || titleFrom(solution),
    content: textOf(entry, "content") || solution,
    outcome: outcomeOf(entry),
    tags: ["contextd", textOf(entry, "category"), ...wordsOf(entry.tags)].filter((tag) => tag !== ""),
  };
});
