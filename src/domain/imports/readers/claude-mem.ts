import { type Fields, type Imported, type Reader, readTable, textOf, titleFrom, wordsOf } from "../reader.js";

/** Observations with what they state, and what each session's summary says was learned. */
export const claudeMem: Reader = {
  system: "claude-mem",
  name: "claude-mem",
  usualPath: ({ join, home }) => join(home, ".claude-mem", "claude-mem.db"),

  async read(path, sources) {
    const observations = await readTable(path, "observations", sources);
    const summaries = await readTable(path, "session_summaries", sources);
    return { items: [...observations.map(fromObservation), ...summaries.map(fromSummary)], junk: [] };
  },
};

function fromObservation(row: Fields): Imported {
  const facts = wordsOf(row.facts).map((fact) => `- ${fact}`);
  const content = [textOf(row, "narrative", "text", "subtitle"), ...facts].filter((line) => line !== "").join("\n");
  return {
    kind: "memory",
    project: textOf(row, "project"),
    title: textOf(row, "title") || titleFrom(content),
    content,
    outcome: "success",
    tags: ["claude-mem", textOf(row, "type"), ...wordsOf(row.concepts)].filter((tag) => tag !== ""),
  };
}

function fromSummary(row: Fields): Imported {
  const parts = [textOf(row, "learned"), textOf(row, "completed"), textOf(row, "next_steps")];
  return {
    kind: "memory",
    project: textOf(row, "project"),
    title: titleFrom(textOf(row, "request")),
    content: parts.filter((part) => part !== "").join("\n\n"),
    outcome: "success",
    tags: ["claude-mem", "session-summary"],
  };
}
