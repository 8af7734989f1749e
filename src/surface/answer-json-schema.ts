import type { Shape } from "../tools/answer-schema.js";

type JsonSchema = Readonly<Record<string, unknown>>;

export function answerJsonSchema(shape: Shape): JsonSchema {
  if (shape === "any") return {};
  if (typeof shape === "string") return { type: shape.includes("|") ? shape.split("|") : shape };
  if (isList(shape)) return { type: "array", items: answerJsonSchema(shape[0]) };
  if (shape["*"]) return { type: "object", additionalProperties: answerJsonSchema(shape["*"]) };
  const properties = Object.entries(shape).map(([name, field]) => [fieldName(name), answerJsonSchema(field)]);
  return { type: "object", properties: Object.fromEntries(properties) };
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

/** Without the mark of a field that may be missing. */
const fieldName = (name: string) => name.replace(/\?$/, "");
