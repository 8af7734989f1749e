import { titleFrom } from "../../memory/lesson.js";
import { type Fields, listIn, textOf, wordsOf } from "../reader.js";
import { type ExportRecord, jsonExport, outcomeOf } from "./json-export.js";

/** ContextD's memories and remediations, as its tools answer them. */
export const contextd = jsonExport("contextd", "ContextD", (document) => {
  const listed = ["memories", "remediations", "results"].flatMap((list) => listIn(document, list));
  const entries = Array.isArray(document) ? listIn(document) : listed;
  return entries.length === 0 && !Array.isArray(document) ? undefined : entries.map(fromEntry);
});

const fromEntry = (entry: Fields): ExportRecord => ("solution" in entry ? fromRemediation(entry) : fromMemory(entry));

const fromMemory = (entry: Fields): ExportRecord => ({
  kind: "memory",
  project: textOf(entry, "project_id", "project"),
  title: textOf(entry, "title") || titleFrom(textOf(entry, "content")),
  content: [textOf(entry, "description"), textOf(entry, "content")].filter((part) => part !== "").join("\n\n"),
  outcome: outcomeOf(entry),
  tags: ["contextd", ...wordsOf(entry.tags)],
});

/** What went wrong, why, and what helped. */
function fromRemediation(entry: Fields): ExportRecord {
  const problem = textOf(entry, "problem");
  const title = textOf(entry, "title") || titleFrom(problem);
  const symptoms = wordsOf(entry.symptoms).map((one) => `- ${one}`);
  const files = wordsOf(entry.affected_files);
  const parts = [
    problem === title ? "" : problem,
    symptoms.join("\n"),
    textOf(entry, "root_cause"),
    textOf(entry, "solution"),
    textOf(entry, "code_diff"),
    files.length > 0 ? `Files: ${files.join(", ")}` : "",
  ];
  return {
    kind: "memory",
    project: textOf(entry, "project_path", "project_id"),
    title,
    content: parts.filter((part) => part !== "").join("\n\n"),
    outcome: "success",
    tags: ["contextd", "remediation", textOf(entry, "category"), ...wordsOf(entry.tags)].filter((tag) => tag !== ""),
  };
}
