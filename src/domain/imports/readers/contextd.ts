import { titleFrom } from "../../memory/lesson.js";
import { type Fields, listIn, stringsOf, textOf } from "../reader.js";
import { type ExportRecord, jsonExport, outcomeOf } from "./json-export.js";

/** ContextD's memories and remediations, as its tools return them. */
export const contextd = jsonExport("contextd", "ContextD", (document) => {
  const nestedEntries = ["memories", "remediations", "results"].flatMap((list) => listIn(document, list));
  const entries = Array.isArray(document) ? listIn(document) : nestedEntries;
  return entries.length === 0 && !Array.isArray(document) ? undefined : entries.map(fromEntry);
});

const fromEntry = (entry: Fields): ExportRecord => ("solution" in entry ? fromRemediation(entry) : fromMemory(entry));

const fromMemory = (entry: Fields): ExportRecord => ({
  kind: "memory",
  project: textOf(entry, "project_id", "project"),
  title: textOf(entry, "title") || titleFrom(textOf(entry, "content")),
  content: [textOf(entry, "description"), textOf(entry, "content")].filter((part) => part !== "").join("\n\n"),
  outcome: outcomeOf(entry),
  tags: ["contextd", ...stringsOf(entry.tags)],
});

/** What went wrong, why, and what helped. */
function fromRemediation(entry: Fields): ExportRecord {
  const problem = textOf(entry, "problem");
  const title = textOf(entry, "title") || titleFrom(problem);
  const symptoms = stringsOf(entry.symptoms).map((one) => `- ${one}`);
  const files = stringsOf(entry.affected_files);
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
    tags: ["contextd", "remediation", textOf(entry, "category"), ...stringsOf(entry.tags)].filter((tag) => tag !== ""),
  };
}
