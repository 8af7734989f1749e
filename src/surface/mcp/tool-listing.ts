import { z } from "zod";
import type { Effect, Tool } from "../../tools/define-tool.js";

const hints: Record<Effect, { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean }> = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
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
  inputSchema: schemaOf(tool.input),
  outputSchema: isList(tool.output) ? itemsSchema(schemaOf(tool.output)) : schemaOf(tool.output),
  annotations: { ...hints[tool.effect], openWorldHint: false },
});

function schemaOf(schema: z.ZodType): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input" });
  // A tool that answers with any value: what is no object is wrapped, see `structured`.
  return (Object.keys(rest).length === 0 ? { type: "object" } : rest) as ObjectSchema;
}

const isList = (schema: z.ZodType) => schema instanceof z.ZodArray;

/** Structured content must be an object: a list stands in it under `items`. */
const itemsSchema = (items: Readonly<Record<string, unknown>>): ObjectSchema => ({
  type: "object",
  properties: { items },
  required: ["items"],
});

export function structured(answer: unknown): Record<string, unknown> {
  if (Array.isArray(answer)) return { items: answer };
  return typeof answer === "object" && answer !== null ? (answer as Record<string, unknown>) : { value: answer };
}
