import { isObject } from "../../../base/json.js";
import { titleFrom } from "../../memory/lesson.js";
import { type Fields, listIn, stringsOf, textOf } from "../reader.js";
import { type ExportRecord, jsonExport, junk } from "./json-export.js";

/** There is an observation of every step; only these kinds are worth importing. */
const importedTypes = new Set(["decision", "discovery", "error"]);

/** agentmemory's export: a document with a list for each kind of record. */
export const agentMemory = jsonExport("agentmemory", "agentmemory", (document) => {
  if (Array.isArray(document)) return listIn(document).map(fromMemory);
  if (!isObject(document) || !Array.isArray(document.memories)) return undefined;
  const projects = new Map(listIn(document.sessions).map((session) => [session.id, textOf(session, "project")]));
  return [
    ...listIn(document.memories).map(fromMemory),
    ...listIn(document.lessons).map(fromLesson),
    ...listIn(document.insights).map(fromMemory),
    ...listIn(document.summaries).map(fromSummary),
    ...listIn(document.crystals).map(fromCrystal),
    ...listIn(document.semanticMemories).map((one) => toRecord(textOf(one, "fact"), textOf(one, "fact"), "fact")),
    ...listIn(document.proceduralMemories).map(fromProcedure),
    ...observationsIn(document.observations).map((one) => fromObservation(one, projects)),
  ];
});

/** A list for each session. */
const observationsIn = (observations: unknown): Fields[] =>
  isObject(observations) ? Object.values(observations).flatMap((list) => listIn(list)) : listIn(observations);

function toRecord(
  title: string,
  content: string,
  type: string,
  details: { project?: string; tags?: string[] } = {},
): ExportRecord {
  return {
    kind: "memory",
    project: details.project ?? "",
    title: titleFrom(title || content),
    content,
    outcome: "success",
    tags: ["agentmemory", type, ...(details.tags ?? [])].filter((tag) => tag !== ""),
  };
}

function fromMemory(entry: Fields): ExportRecord {
  const title = textOf(entry, "title");
  if (entry.isLatest === false) return junk(title, "replaced there");
  if (entry.deleted === true) return junk(title, "deleted there");
  const tags = [...stringsOf(entry.concepts), ...stringsOf(entry.tags)];
  return toRecord(title, textOf(entry, "content"), textOf(entry, "type"), { project: textOf(entry, "project"), tags });
}

function fromLesson(entry: Fields): ExportRecord {
  const content = textOf(entry, "content");
  if (entry.deleted === true) return junk(titleFrom(content), "deleted there");
  const text = [content, textOf(entry, "context")].filter((part) => part !== "").join("\n\n");
  return toRecord(content, text, "lesson", { project: textOf(entry, "project"), tags: stringsOf(entry.tags) });
}

function fromSummary(entry: Fields): ExportRecord {
  const decisions = stringsOf(entry.keyDecisions).map((one) => `- ${one}`);
  const content = [textOf(entry, "narrative"), ...decisions].filter((part) => part !== "").join("\n");
  const details = { project: textOf(entry, "project"), tags: stringsOf(entry.concepts) };
  return toRecord(textOf(entry, "title"), content, "session-summary", details);
}

function fromCrystal(entry: Fields): ExportRecord {
  const points = [...stringsOf(entry.keyOutcomes), ...stringsOf(entry.lessons)].map((one) => `- ${one}`);
  const narrative = textOf(entry, "narrative");
  return toRecord(narrative, [narrative, ...points].join("\n"), "crystal", { project: textOf(entry, "project") });
}

function fromProcedure(entry: Fields): ExportRecord {
  const steps = stringsOf(entry.steps).map((step, i) => `${i + 1}. ${step}`);
  const lines = [textOf(entry, "triggerCondition"), ...steps, textOf(entry, "expectedOutcome")];
  const content = lines.filter((line) => line !== "").join("\n");
  return toRecord(textOf(entry, "name"), content, "procedure", { tags: stringsOf(entry.tags) });
}

function fromObservation(entry: Fields, projects: ReadonlyMap<unknown, string>): ExportRecord {
  const [title, type] = [textOf(entry, "title"), textOf(entry, "type")];
  if (!importedTypes.has(type)) return junk(title, "a step, not a lesson");
  const facts = stringsOf(entry.facts).map((fact) => `- ${fact}`);
  const content = [textOf(entry, "narrative"), ...facts].filter((line) => line !== "").join("\n");
  const project = projects.get(entry.sessionId) ?? "";
  return toRecord(title, content, type, { project, tags: stringsOf(entry.concepts) });
}
