/** The types in an answer. A key that ends in `?` is optional. */
export type Shape =
  | "text"
  | "number"
  | "flag"
  | "null"
  | "anything"
  | readonly [Shape]
  | { readonly [key: string]: Shape };

/** Paths where a value differs from its shape; empty if it matches. `isExact` forbids other keys. */
export function findMismatches(value: unknown, shape: Shape, isExact: boolean, path = "answer"): string[] {
  if (shape === "anything") return [];
  if (typeof shape === "string") return kindOf(value) === shape ? [] : [`${path} is ${kindOf(value)}, not ${shape}`];
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path} is ${kindOf(value)}, not a list`];
    return value.flatMap((one, i) => findMismatches(one, shape[0], isExact, `${path}[${i}]`));
  }
  if (kindOf(value) !== "object") return [`${path} is ${kindOf(value)}, not an object`];
  return findKeyMismatches(value as Readonly<Record<string, unknown>>, shape, isExact, path);
}

function findKeyMismatches(
  value: Readonly<Record<string, unknown>>,
  shape: Exclude<Shape, string | readonly [Shape]>,
  isExact: boolean,
  path: string,
): string[] {
  const shapes = new Map(Object.entries(shape).map(([key, part]) => [key.replace(/\?$/, ""), part]));
  const missing = Object.keys(shape).filter((key) => !key.endsWith("?") && value[key] === undefined);
  const surplus = Object.keys(value).filter((key) => isExact && value[key] !== undefined && !shapes.has(key));
  return [
    ...missing.map((key) => `${path}.${key} is missing`),
    ...surplus.map((key) => `${path}.${key} is not declared`),
    ...[...shapes].flatMap(([key, part]) =>
      value[key] === undefined ? [] : findMismatches(value[key], part, isExact, `${path}.${key}`),
    ),
  ];
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "text";
  return typeof value === "boolean" ? "flag" : typeof value;
}
