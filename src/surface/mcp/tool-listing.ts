import * as z from "zod";
import type { Effect, Tool } from "../../tools/define-tool.js";

/** Hints that say more than the protocol's defaults; of a tool that only reads, nothing else matters. */
const hints: Record<Effect, Readonly<Record<string, boolean>>> = {
  reads: { readOnlyHint: true },
  adds: { readOnlyHint: false, destructiveHint: false },
  replaces: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  deletes: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
};

export interface ObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

const listed = new WeakMap<Tool, ListedTool>();

/** Computed once per tool: a server over HTTP is made for every request. */
export function listTool(tool: Tool): ListedTool {
  const known = listed.get(tool) ?? describeTool(tool);
  listed.set(tool, known);
  return known;
}

const describeTool = (tool: Tool): ListedTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: inputSchema(tool.input),
  outputSchema: outputSchema(tool.output),
  annotations: { ...hints[tool.effect], openWorldHint: false },
});

type Schema = Readonly<Record<string, unknown>>;

function inputSchema(schema: z.ZodType): ObjectSchema {
  return jsonSchema(schema) as ObjectSchema;
}

/** Only the first level: clients pay for every byte in every conversation, and the answer shows its own depth. */
function outputSchema(schema: z.ZodType): ObjectSchema {
  if (isList(schema)) return { type: "object", properties: { items: { type: "array" } }, required: ["items"] };
  const { properties = {}, required } = jsonSchema(schema) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const outlined = Object.entries(properties).map(([name, { type }]) => [name, type === undefined ? {} : { type }]);
  return { type: "object", properties: Object.fromEntries(outlined), ...(required ? { required } : {}) };
}

function jsonSchema(schema: z.ZodType): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", override: dropSafeIntegerBounds });
  return rest;
}

/** Every whole number would otherwise be listed with the bounds of what JavaScript can count to. */
function dropSafeIntegerBounds({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

const isList = (schema: z.ZodType) => schema instanceof z.ZodArray;

/** Structured content must be an object: a list stands in it under `items`, a single value under `value`. */
export function structured(answer: unknown): Record<string, unknown> {
  if (Array.isArray(answer)) return { items: answer };
  return typeof answer === "object" && answer !== null ? (answer as Record<string, unknown>) : { value: answer };
}
