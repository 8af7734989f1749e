import { titleFrom } from "../../memory/lesson.js";
import { type Fields, junk, memoryOf, pointsOf, type Reader, readTable, stringsOf, textOf } from "../reader.js";

/** Observations with their facts, session summaries, and a person's directives. */
export const claudeMem: Reader = {
  system: "claude-mem",
  name: "claude-mem",
  defaultPaths: ({ join, home, env }) => [join(env.CLAUDE_MEM_DATA_DIR || join(home, ".claude-mem"), "claude-mem.db")],

  async read(path, sources) {
    const observations = await readTable(path, "observations", sources);
    const summaries = await readTable(path, "session_summaries", sources);
    const rules = await readTable(path, "directives", sources);
    return [
      ...observations.map((row) => ({ ...fromObservation(row), from: `${path} observation ${row.id}` })),
      ...summaries.map((row) => ({ ...fromSummary(row), from: `${path} summary ${row.id}` })),
      ...rules.map((row) =>
        row.status === "active"
          ? { ...fromRule(row), from: `${path} directive ${row.id}` }
          : junk(titleFrom(textOf(row, "content")), "disabled there"),
      ),
    ];
  },
};

/** Merged projects use the name of their target. */
const projectOf = (row: Fields) => textOf(row, "merged_into_project", "project");

const fromObservation = (row: Fields) =>
  memoryOf({
    project: projectOf(row),
    title: textOf(row, "title"),
    parts: [textOf(row, "narrative", "text", "subtitle"), ...pointsOf(row.facts)],
    separator: "\n",
    tags: ["claude-mem", textOf(row, "type"), ...stringsOf(row.concepts)],
  });

const fromSummary = (row: Fields) =>
  memoryOf({
    project: projectOf(row),
    title: titleFrom(textOf(row, "request")),
    parts: ["investigated", "learned", "completed", "next_steps", "notes"].map((name) => textOf(row, name)),
    tags: ["claude-mem", "session-summary"],
  });

const fromRule = (row: Fields) =>
  memoryOf({
    project: textOf(row, "project"),
    title: "",
    parts: [textOf(row, "content")],
    tags: ["claude-mem", "directive"],
  });
