import { titleFrom } from "../../memory/lesson.js";
import { type Fields, type ImportedRecord, type Reader, readTable, stringsOf, textOf } from "../reader.js";

/** Observations with their facts, session summaries, and a person's directives. */
export const claudeMem: Reader = {
  system: "claude-mem",
  name: "claude-mem",
  defaultPaths: ({ join, home, env }) => [join(env.CLAUDE_MEM_DATA_DIR || join(home, ".claude-mem"), "claude-mem.db")],

  async read(path, sources) {
    const observations = await readTable(path, "observations", sources);
    const summaries = await readTable(path, "session_summaries", sources);
    const rules = await readTable(path, "directives", sources);
    const isActive = ({ status }: Fields) => status === "active";
    return {
      items: [
        ...observations.map((row) => fromObservation(row, `${path} observation ${row.id}`)),
        ...summaries.map((row) => fromSummary(row, `${path} summary ${row.id}`)),
        ...rules.filter(isActive).map((row) => fromRule(row, `${path} directive ${row.id}`)),
      ],
      junk: rules
        .filter((row) => !isActive(row))
        .map((row) => ({ where: titleFrom(textOf(row, "content")), why: "disabled there" })),
    };
  },
};

/** Merged projects use the name of their target. */
const projectOf = (row: Fields) => textOf(row, "merged_into_project", "project");

function fromObservation(row: Fields, from: string): ImportedRecord {
  const facts = stringsOf(row.facts).map((fact) => `- ${fact}`);
  const content = [textOf(row, "narrative", "text", "subtitle"), ...facts].filter((line) => line !== "").join("\n");
  return {
    kind: "memory",
    project: projectOf(row),
    title: textOf(row, "title") || titleFrom(content),
    content,
    outcome: "success",
    tags: ["claude-mem", textOf(row, "type"), ...stringsOf(row.concepts)].filter((tag) => tag !== ""),
    from,
  };
}

function fromSummary(row: Fields, from: string): ImportedRecord {
  const parts = ["investigated", "learned", "completed", "next_steps", "notes"].map((name) => textOf(row, name));
  const content = parts.filter((part) => part !== "").join("\n\n");
  return {
    kind: "memory",
    project: projectOf(row),
    title: titleFrom(textOf(row, "request")) || titleFrom(content),
    content,
    outcome: "success",
    tags: ["claude-mem", "session-summary"],
    from,
  };
}

function fromRule(row: Fields, from: string): ImportedRecord {
  const content = textOf(row, "content");
  const project = textOf(row, "project");
  const tags = ["claude-mem", "directive"];
  return { kind: "memory", project, title: titleFrom(content), content, outcome: "success", tags, from };
}
