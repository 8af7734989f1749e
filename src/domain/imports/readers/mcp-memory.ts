import { isObject, parseJson } from "../../../base/json.js";
import {
  type Fields,
  type ImportedRecord,
  listIn,
  type NamedText,
  type Reader,
  type ReaderResult,
  readTexts,
  stringsOf,
  textOf,
} from "../reader.js";

/** The reference memory server: a graph of entities and relations, a line of JSON each, or one document as its tool returns it. */
export const mcpMemory: Reader = {
  system: "mcp-memory",
  name: "MCP memory server",
  defaultPaths: ({ env }) => (env.MEMORY_FILE_PATH ? [env.MEMORY_FILE_PATH] : []),

  async read(path, sources) {
    const graphs = (await readTexts(path, /\.jsonl?$/, sources)).map(parseGraph);
    const relations = graphs.flatMap((graph) => graph.relations);
    return {
      items: graphs.flatMap(({ entities, file }) => entities.map((one) => fromEntity(one, relations, file))),
      junk: graphs.flatMap(({ junk }) => junk),
    };
  },
};

interface Graph {
  readonly file: string;
  readonly entities: readonly Fields[];
  readonly relations: readonly Fields[];
  readonly junk: ReaderResult["junk"];
}

function parseGraph({ file, text }: NamedText): Graph {
  const document = parseJson(text);
  if (isObject(document) && Array.isArray(document.entities)) {
    return { file, entities: listIn(document, "entities"), relations: listIn(document, "relations"), junk: [] };
  }
  const lines = text.split("\n").map((line, i) => ({ line: line.trim(), where: `${file}:${i + 1}` }));
  const parsed = lines.filter(({ line }) => line !== "").map(({ line, where }) => ({ where, value: parseJson(line) }));
  const fields = parsed.map(({ value }) => value).filter(isObject);
  return {
    file,
    entities: fields.filter(({ type }) => type === "entity"),
    relations: fields.filter(({ type }) => type === "relation"),
    junk: parsed.filter(({ value }) => !isObject(value)).map(({ where }) => ({ where, why: "not a JSON object" })),
  };
}

function fromEntity(entity: Fields, relations: readonly Fields[], from: string): ImportedRecord {
  const name = textOf(entity, "name");
  const links = relations
    .filter((one) => one.from === name)
    .map((one) => `- ${textOf(one, "relationType")} ${textOf(one, "to")}`);
  const content = [...stringsOf(entity.observations).map((one) => `- ${one}`), ...links].join("\n");
  const tags = ["mcp-memory", textOf(entity, "entityType")].filter((tag) => tag !== "");
  return { kind: "memory", project: "", title: name, content, outcome: "success", tags, from };
}
