import {
  type Imported,
  isFields,
  parseJson,
  type Reader,
  type Reading,
  readTexts,
  textOf,
  wordsOf,
} from "../reader.js";

/** The reference memory server: a graph of entities and relations, a line of JSON each. */
export const mcpMemory: Reader = {
  system: "mcp-memory",
  name: "MCP memory server",
  usualPath: () => undefined,

  async read(path, sources) {
    const lines = (await readTexts(path, /\.jsonl?$/, sources)).flatMap(({ file, text }) =>
      text.split("\n").map((line, i) => ({ line: line.trim(), where: `${file}:${i + 1}` })),
    );
    return readGraph(lines.filter(({ line }) => line !== ""));
  },
};

function readGraph(lines: readonly { line: string; where: string }[]): Reading {
  const parsed = lines.map(({ line, where }) => ({ where, value: parseJson(line) }));
  const junk = parsed.filter(({ value }) => !isFields(value)).map(({ where }) => ({ where, why: "no JSON object" }));
  const fields = parsed.map(({ value }) => value).filter(isFields);
  const relations = fields.filter(({ type }) => type === "relation");
  const items = fields
    .filter(({ type }) => type === "entity")
    .map((entity): Imported => {
      const name = textOf(entity, "name");
      const links = relations
        .filter(({ from }) => from === name)
        .map((one) => `- ${textOf(one, "relationType")} ${textOf(one, "to")}`);
      const content = [...wordsOf(entity.observations).map((one) => `- ${one}`), ...links].join("\n");
      const tags = ["mcp-memory", textOf(entity, "entityType")].filter((tag) => tag !== "");
      return { kind: "memory", project: "", title: name, content, outcome: "success", tags };
    });
  return { items, junk };
}
