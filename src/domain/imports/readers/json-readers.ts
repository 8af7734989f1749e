import { isObject, parseJson } from "../../../base/json.js";
import { titleFrom } from "../../memory/lesson.js";
import {
  type Fields,
  type ImportedRecord,
  junk,
  listIn,
  memoryOf,
  pointsOf,
  type Reader,
  readFiles,
  stringsOf,
  textOf,
} from "../reader.js";

/** Finds and converts the records of a document. Undefined if it is not an export of that system. */
type ReadDocument = (document: unknown) => readonly ImportedRecord[] | undefined;

/** Reader of a JSON or JSONL export: systems differ only in the names of lists and fields. */
const jsonExport = (
  system: string,
  name: string,
  read: ReadDocument,
  defaultPaths: Reader["defaultPaths"] = () => [],
): Reader => ({
  system,
  name,
  defaultPaths,
  read: (path, sources) =>
    readFiles(path, /\.jsonl?$/, sources, (text, file) => {
      const document = parseJson(text);
      if (document === undefined) return readLines(text, file, read);
      return read(document) ?? [junk(file, "no list of records")];
    }),
});

function readLines(text: string, file: string, read: ReadDocument): ImportedRecord[] {
  const lines = text.split("\n").map((line, i) => ({ isEmpty: line.trim() === "", value: parseJson(line), at: i + 1 }));
  const records = lines.map(({ value }) => value).filter(isObject);
  const broken = lines.filter(({ isEmpty, value }) => !isEmpty && !isObject(value));
  return [...(read(records) ?? []), ...broken.map(({ at }) => junk(`${file}:${at}`, "not a JSON object"))];
}

/** ContextD's memories and remediations, as its tools return them. */
export const contextd = jsonExport("contextd", "ContextD", (document) => {
  const nestedEntries = ["memories", "remediations", "results"].flatMap((list) => listIn(document, list));
  const entries = Array.isArray(document) ? listIn(document) : nestedEntries;
  if (entries.length === 0 && !Array.isArray(document)) return undefined;
  return entries.map((entry) => ("solution" in entry ? fromRemediation(entry) : fromContextdMemory(entry)));
});

const fromContextdMemory = (entry: Fields): ImportedRecord =>
  memoryOf({
    project: textOf(entry, "project_id", "project"),
    title: textOf(entry, "title") || titleFrom(textOf(entry, "content")),
    parts: [textOf(entry, "description"), textOf(entry, "content")],
    outcome: entry.outcome === "failure" ? "failure" : "success",
    tags: ["contextd", ...stringsOf(entry.tags)],
  });

/** What went wrong, why, and what helped. */
function fromRemediation(entry: Fields): ImportedRecord {
  const problem = textOf(entry, "problem");
  const title = textOf(entry, "title") || titleFrom(problem);
  const files = stringsOf(entry.affected_files);
  return memoryOf({
    project: textOf(entry, "project_path", "project_id"),
    title,
    parts: [
      problem === title ? "" : problem,
      pointsOf(entry.symptoms).join("\n"),
      ...["root_cause", "solution", "code_diff"].map((name) => textOf(entry, name)),
      files.length > 0 ? `Files: ${files.join(", ")}` : "",
    ],
    tags: ["contextd", "remediation", textOf(entry, "category"), ...stringsOf(entry.tags)],
  });
}

/** mem0's answer to "get all", and the `memories.json` or the lines of OpenMemory's backup. */
export const mem0 = jsonExport("mem0", "mem0 or OpenMemory", (document) => {
  const entries = listIn(document, "results", "memories", "items");
  if (entries.length === 0) return Array.isArray(document) ? [] : undefined;
  const [categories, apps] = [namesOf(document, "categories"), namesOf(document, "apps")];
  return entries.map((entry) => fromMem0(entry, categories, apps));
});

type Names = ReadonlyMap<unknown, string>;

/** OpenMemory's backup names categories and apps once, and points to them by id. */
const namesOf = (document: unknown, list: string): Names =>
  new Map(isObject(document) ? listIn(document[list]).map((one) => [one.id, textOf(one, "name")]) : []);

function fromMem0(entry: Fields, categories: Names, apps: Names): ImportedRecord {
  const content = textOf(entry, "memory", "content", "text", "data");
  const state = textOf(entry, "state");
  if (state === "deleted" || state === "archived") return junk(titleFrom(content), `${state} there`);
  const categoryNames = stringsOf(entry.category_ids).map((id) => categories.get(id) ?? "");
  const app = textOf(entry, "app", "app_name") || (apps.get(entry.app_id) ?? "");
  return memoryOf({
    project: isObject(entry.metadata) ? textOf(entry.metadata, "project", "project_id") : "",
    title: "",
    parts: [content],
    tags: ["mem0", app, ...stringsOf(entry.categories), ...categoryNames],
  });
}

/** The reference memory server: a graph of entities and relations, a line of JSON each, or one document as its tool returns it. */
export const mcpMemory = jsonExport(
  "mcp-memory",
  "MCP memory server",
  (document) => {
    const isGraph = isObject(document) && Array.isArray(document.entities);
    const lines = isObject(document) ? [document] : listIn(document);
    const ofType = (type: string) => lines.filter((one) => one.type === type);
    const relations = isGraph ? listIn(document, "relations") : ofType("relation");
    return (isGraph ? listIn(document, "entities") : ofType("entity")).map((one) => fromEntity(one, relations));
  },
  ({ env }) => (env.MEMORY_FILE_PATH ? [env.MEMORY_FILE_PATH] : []),
);

function fromEntity(entity: Fields, relations: readonly Fields[]): ImportedRecord {
  const name = textOf(entity, "name");
  const links = relations
    .filter((one) => one.from === name)
    .map((one) => `- ${textOf(one, "relationType")} ${textOf(one, "to")}`);
  if (name === "") return junk("(no title)", "no title");
  const parts = [...pointsOf(entity.observations), ...links];
  return memoryOf({ title: name, parts, separator: "\n", tags: ["mcp-memory", textOf(entity, "entityType")] });
}

/** There is an observation of every step; only these kinds are worth importing. */
const importedTypes = new Set(["decision", "discovery", "error"]);

/** agentmemory's export: a document with a list for each kind of record. */
export const agentMemory = jsonExport("agentmemory", "agentmemory", (document) => {
  if (Array.isArray(document)) return listIn(document).map(fromAgentMemory);
  if (!isObject(document) || !Array.isArray(document.memories)) return undefined;
  const projects = new Map(listIn(document.sessions).map((session) => [session.id, textOf(session, "project")]));
  return [
    ...listIn(document.memories).map(fromAgentMemory),
    ...listIn(document.lessons).map(fromLesson),
    ...listIn(document.insights).map(fromAgentMemory),
    ...listIn(document.summaries).map((one) => {
      const parts = [textOf(one, "narrative"), ...pointsOf(one.keyDecisions)];
      return lines(one, "session-summary", textOf(one, "title"), parts, stringsOf(one.concepts));
    }),
    ...listIn(document.crystals).map((one) => {
      const points = [...pointsOf(one.keyOutcomes), ...pointsOf(one.lessons)];
      return lines(one, "crystal", textOf(one, "narrative"), [textOf(one, "narrative"), ...points]);
    }),
    ...listIn(document.semanticMemories).map((one) => lines({}, "fact", "", [textOf(one, "fact")])),
    ...listIn(document.proceduralMemories).map((one) => {
      const steps = stringsOf(one.steps).map((step, i) => `${i + 1}. ${step}`);
      const parts = [textOf(one, "triggerCondition"), ...steps, textOf(one, "expectedOutcome")];
      return lines({}, "procedure", textOf(one, "name"), parts, stringsOf(one.tags));
    }),
    ...observationsIn(document.observations).map((one) => fromObservation(one, projects)),
  ];
});

/** A record whose parts are lines. */
const lines = (entry: Fields, type: string, title: string, parts: readonly string[], tags: readonly string[] = []) =>
  memoryOf({
    project: textOf(entry, "project"),
    title: titleFrom(title),
    parts,
    separator: "\n",
    tags: ["agentmemory", type, ...tags],
  });

/** A list for each session. */
const observationsIn = (observations: unknown): Fields[] =>
  isObject(observations) ? Object.values(observations).flatMap((list) => listIn(list)) : listIn(observations);

function fromAgentMemory(entry: Fields): ImportedRecord {
  const title = textOf(entry, "title");
  if (entry.isLatest === false) return junk(title, "replaced there");
  if (entry.deleted === true) return junk(title, "deleted there");
  const tags = [...stringsOf(entry.concepts), ...stringsOf(entry.tags)];
  return lines(entry, textOf(entry, "type"), title, [textOf(entry, "content")], tags);
}

function fromLesson(entry: Fields): ImportedRecord {
  const content = textOf(entry, "content");
  if (entry.deleted === true) return junk(titleFrom(content), "deleted there");
  const tags = ["agentmemory", "lesson", ...stringsOf(entry.tags)];
  const parts = [content, textOf(entry, "context")];
  return memoryOf({ project: textOf(entry, "project"), title: titleFrom(content), parts, tags });
}

function fromObservation(entry: Fields, projects: ReadonlyMap<unknown, string>): ImportedRecord {
  const [title, type] = [textOf(entry, "title"), textOf(entry, "type")];
  if (!importedTypes.has(type)) return junk(title, "a step, not a lesson");
  const project = { project: projects.get(entry.sessionId) ?? "" };
  return lines(project, type, title, [textOf(entry, "narrative"), ...pointsOf(entry.facts)], stringsOf(entry.concepts));
}
