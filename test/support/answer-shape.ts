/** The types in an answer. A key that ends in `?` is optional. */
export type Shape =
  | "text"
  | "number"
  | "flag"
  | "null"
  | "anything"
  | readonly [Shape]
  | { readonly [key: string]: Shape };

/** Paths where a value differs from its shape; empty when it fits. `isWhole` forbids other keys. */
export function misfits(value: unknown, shape: Shape, isWhole: boolean, at = "answer"): string[] {
  if (shape === "anything") return [];
  if (typeof shape === "string") return kindOf(value) === shape ? [] : [`${at} is ${kindOf(value)}, not ${shape}`];
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${at} is ${kindOf(value)}, not a list`];
    return value.flatMap((one, i) => misfits(one, shape[0], isWhole, `${at}[${i}]`));
  }
  if (kindOf(value) !== "object") return [`${at} is ${kindOf(value)}, not an object`];
  return misfitsOfKeys(value as Readonly<Record<string, unknown>>, shape, isWhole, at);
}

function misfitsOfKeys(
  value: Readonly<Record<string, unknown>>,
  shape: Exclude<Shape, string | readonly [Shape]>,
  isWhole: boolean,
  at: string,
): string[] {
  const parts = new Map(Object.entries(shape).map(([key, part]) => [key.replace(/\?$/, ""), part]));
  const missing = Object.keys(shape).filter((key) => !key.endsWith("?") && value[key] === undefined);
  const surplus = Object.keys(value).filter((key) => isWhole && value[key] !== undefined && !parts.has(key));
  return [
    ...missing.map((key) => `${at}.${key} is missing`),
    ...surplus.map((key) => `${at}.${key} is not declared`),
    ...[...parts].flatMap(([key, part]) =>
      value[key] === undefined ? [] : misfits(value[key], part, isWhole, `${at}.${key}`),
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
