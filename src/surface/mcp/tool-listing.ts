import * as z from "zod";
import type { Shape } from "../../tools/answer-schema.js";
import type { Effect, Tool } from "../../tools/define-tool.js";
import { answerJsonSchema } from "../answer-json-schema.js";

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
  inputSchema: inputSchema(tool.input, tool),
  outputSchema: outputSchema(tool.output.shape, tool.listedFields?.outputs),
  annotations: hints[tool.effect],
});

type Schema = Readonly<Record<string, unknown>>;

function inputSchema(schema: z.ZodType, { listedFields, listsContract = false }: Tool): ObjectSchema {
  const listed = jsonSchema(schema, listsContract) as ObjectSchema;
  const listedInputs = listedFields?.inputs;
  if (!listedInputs) return listed;
  const { properties = {}, required = [] } = listed as { properties?: object; required?: readonly string[] };
  const isListed = (name: string) => listedInputs.includes(name);
  const { required: _, ...rest } = listed;
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isListed(name))),
    ...(required.some(isListed) ? { required: required.filter(isListed) } : {}),
  };
}

/** No field is listed as required: the answer of a write that waits for a team service has only some of them. */
function outputSchema(shape: Shape, listedOutputs: readonly string[] | undefined): ObjectSchema {
  if (listedOutputs) return { type: "object", properties: Object.fromEntries(listedOutputs.map((name) => [name, {}])) };
  if (shape === "any") return { type: "object" };
  // Structured content must be an object.
  return answerJsonSchema(Array.isArray(shape) ? { items: shape } : shape) as ObjectSchema;
}

function jsonSchema(schema: z.ZodType, listsContract: boolean): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", override: dropUselessKeywords });
  return requireListed(rest, listsContract);
}

/** A published contract lists the field as required, though a call without it is answered. */
function requireListed(schema: Schema, listsContract: boolean): Schema {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const names = properties.filter(([, { listedAsRequired }]) => listedAsRequired === true).map(([name]) => name);
  if (names.length === 0) return schema;
  const required = [...((schema.required ?? []) as string[]), ...(listsContract ? names : [])];
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([name, { listedAsRequired: _, ...rest }]) => [name, rest])),
    required: properties.map(([name]) => name).filter((name) => required.includes(name)),
  };
}

/** Drops integer bounds of JavaScript and empty defaults, which tell a client nothing. */
function dropUselessKeywords({
  jsonSchema,
}: {
  jsonSchema: { minimum?: number; maximum?: number; default?: unknown };
}): void {
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
