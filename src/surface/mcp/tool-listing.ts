import * as z from "zod";
import type { Shape } from "../../tools/answer-schema.js";
import type { Effect, Tool } from "../../tools/define-tool.js";

/** Only hints that differ from the protocol's defaults (a tool may write, and what it writes may replace something). */
const hints: Record<Effect, Readonly<Record<string, boolean>>> = {
  reads: { readOnlyHint: true },
  adds: { readOnlyHint: false, destructiveHint: false },
  replaces: { readOnlyHint: false },
  deletes: { readOnlyHint: false },
};

interface ObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

/** A tool as `tools/list` shows it. */
export type ListedTool = ReturnType<typeof describeTool>;

/** The listed tools, without aliases. */
export const listTools = (tools: readonly Tool[]): ListedTool[] => tools.filter((tool) => !tool.unlisted).map(listTool);

const listedTools = new WeakMap<Tool, ListedTool>();

/** Cached: over HTTP a server is created for every request. */
export function listTool(tool: Tool): ListedTool {
  const description = listedTools.get(tool) ?? describeTool(tool);
  listedTools.set(tool, description);
  return description;
}

const describeTool = (tool: Tool) => ({
  name: tool.name,
  description: tool.description,
  inputSchema: inputSchema(tool),
  outputSchema: outputSchema(tool.output.shape, tool.listedFields?.outputs),
  annotations: hints[tool.effect],
});

type Schema = Readonly<Record<string, unknown>>;

/** The inputs that are listed. A published contract lists some as required, though a call without them is answered. */
function inputSchema({ input, listedFields, listsContract = false }: Tool): ObjectSchema {
  const schema = z.toJSONSchema(input, { io: "input", override: dropUselessKeywords });
  const { $schema: _, required: always = [], ...rest } = schema;
  const all = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const listed = all.filter(([name]) => listedFields?.inputs.includes(name) ?? true);
  const required = listed.filter(
    ([name, { listedAsRequired }]) => always.includes(name) || (listsContract && listedAsRequired === true),
  );
  // Clients have an empty list where a field is marked and none is required.
  const isMarked = !listedFields && all.some(([, { listedAsRequired }]) => listedAsRequired === true);
  return {
    ...rest,
    type: "object",
    properties: Object.fromEntries(listed.map(([name, { listedAsRequired: _, ...field }]) => [name, field])),
    ...(required.length > 0 || isMarked ? { required: required.map(([name]) => name) } : {}),
  };
}

/** No field is listed as required: the answer of a write that waits for a team service has only some of them. */
function outputSchema(shape: Shape, listedOutputs: readonly string[] | undefined): ObjectSchema {
  if (listedOutputs) return { type: "object", properties: Object.fromEntries(listedOutputs.map((name) => [name, {}])) };
  if (shape === "any") return { type: "object" };
  // Structured content must be an object.
  return answerJsonSchema(Array.isArray(shape) ? { items: shape } : shape) as ObjectSchema;
}

/** Drops integer bounds of JavaScript and empty defaults, which tell a client nothing. */
function dropUselessKeywords({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  const value = jsonSchema.default;
  if (value === "" || value === false || (Array.isArray(value) && value.length === 0)) delete jsonSchema.default;
}

/** Structured content must be an object: a list becomes `items`, a scalar `value`. */
export function structured(answer: unknown): Record<string, unknown> {
  if (Array.isArray(answer)) return { items: answer };
  return typeof answer === "object" && answer !== null ? (answer as Record<string, unknown>) : { value: answer };
}

/** The JSON Schema of an answer; the mark of a field that may be missing is not part of its name. */
export function answerJsonSchema(shape: Shape): Schema {
  if (shape === "any") return {};
  if (typeof shape === "string") return { type: shape.includes("|") ? shape.split("|") : shape };
  if (isList(shape)) return { type: "array", items: answerJsonSchema(shape[0]) };
  if (shape["*"]) return { type: "object", additionalProperties: answerJsonSchema(shape["*"]) };
  const properties = Object.entries(shape).map(([name, field]) => [name.replace(/\?$/, ""), answerJsonSchema(field)]);
  return { type: "object", properties: Object.fromEntries(properties) };
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);
