import { isObject, parseJson } from "../../../base/json.js";
import {
  type Fields,
  type Imported,
  listIn,
  type NamedText,
  type Reader,
  type Reading,
  readTexts,
  textOf,
  wordsOf,
} from "../reader.js";

/** The reference memory server: a graph of entities and relations, a line of JSON each, or a whole one as its tool gives it. */
export const mcpMemory: Reader = {
  system: "mcp-memory",
  name: "MCP memory server",
  usualPaths: ({ env }) => (env.MEMORY_FILE_PATH ? [env.MEMORY_FILE_PATH] : []),

  async read(path, sources) {
    const graphs = (await readTexts(path, /\.jsonl?$/, sources)).map(graphIn);
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
  readonly junk: Reading["junk"];
}

function graphIn({ file, text }: NamedText): Graph {
  const whole = parseJson(text);
  if (isObject(whole) && Array.isArray(whole.entities)) {
    return { file, entities: listIn(whole, "entities"), relations: listIn(whole, "relations"), junk: [] };
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

function fromEntity(entity: Fields, relations: readonly Fields[], from: string): Imported {
  const name = textOf(entity, "name");
  const links = relations
    .filter((one) => one.from === name)
    .map((one) => `- ${textOf(one, "relationType")} ${textOf(one, "to")}`);
  const content = [...wordsOf(entity.observations).map((one) => `- ${one}`), ...links].join("\n");
  const tags = ["mcp-memory", textOf(entity, "entityType")].filter((tag) => tag !== "");
  return { kind: "memory", project: "", title: name, content, outcome: "success", tags, from };
}
