import type { Shape } from "../../src/tools/answer-schema.js";

/** Paths where a value differs from its shape, and keys that the shape does not name; empty if it matches. */
export function findMismatches(value: unknown, shape: Shape, path = "answer"): string[] {
  if (shape === "any") return [];
  if (typeof shape === "string")
    return shape.split("|").includes(typeOf(value)) ? [] : [`${path} is ${typeOf(value)}, not ${shape}`];
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path} is ${typeOf(value)}, not array`];
    return value.flatMap((one) => findMismatches(one, shape[0], `${path}[]`));
  }
  if (typeOf(value) !== "object") return [`${path} is ${typeOf(value)}, not object`];
  return findFieldMismatches(value as Readonly<Record<string, unknown>>, shape, path);
}

type Fields = Exclude<Shape, string | readonly [Shape]>;

function findFieldMismatches(value: Readonly<Record<string, unknown>>, shape: Fields, path: string): string[] {
  const missing = Object.keys(shape).filter((key) => !isOptional(key) && value[key] === undefined);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return [
    ...missing.map((key) => `${path}.${key} is missing`),
    ...fields.flatMap(([key, field]) => {
      const part = shape[key] ?? shape[`${key}?`] ?? shape["*"];
      return part ? findMismatches(field, part, `${path}.${key}`) : [`${path}.${key} is not declared`];
    }),
  ];
}

/** The paths of all fields that are always there. */
export function requiredPaths(shape: Shape, path = "answer"): string[] {
  if (typeof shape === "string") return [path];
  if (isList(shape)) return requiredPaths(shape[0], `${path}[]`);
  return Object.entries(shape)
    .filter(([key]) => !isOptional(key))
    .flatMap(([key, part]) => requiredPaths(part, `${path}.${key}`));
}

/** The paths of all values in an answer. */
export function pathsIn(value: unknown, path = "answer"): string[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((one) => pathsIn(one, `${path}[]`))];
  if (typeOf(value) !== "object") return [path];
  return [path, ...Object.entries(value as object).flatMap(([key, field]) => pathsIn(field, `${path}.${key}`))];
}

/** A key that may be missing, or any key. */
const isOptional = (key: string) => key.endsWith("?") || key === "*";
const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
