/** `?, ?, …`: a placeholder for each value of an `IN (…)` or a row. */
export const sqlPlaceholders = (values: readonly unknown[]): string => values.map(() => "?").join(", ");

type Parameter = string | number;

/**
 * Conditions that hold together, by column. One without a value is left out, a list stands for any of its values, and a
 * name may bring another comparison: `at >=`. A whole condition is `true`, or has its own `?`, with `(?)` for a list. What
 * a partial index is about must be such a whole condition: no database sees it in a parameter.
 */
export type Where = Readonly<Record<string, Parameter | readonly Parameter[] | true | undefined>>;

/** A condition and the parameters in it. */
export interface Condition {
  readonly text: string;
  readonly params: Parameter[];
}

export function condition(where: Where): Condition {
  let text = "";
  const params: Parameter[] = [];
  for (const [name, value] of Object.entries(where)) {
    if (value === undefined) continue;
    text += `${text === "" ? "" : " AND "}${comparison(name, value)}`;
    if (typeof value === "object") params.push(...value);
    else if (value !== true) params.push(value);
  }
  return { text: text || "TRUE", params };
}

function comparison(name: string, value: Parameter | readonly Parameter[] | true): string {
  if (value === true) return name;
  if (typeof value !== "object") return name.includes("?") ? name : `${name} ${name.includes(" ") ? "" : "= "}?`;
  const list = `(${sqlPlaceholders(value)})`;
  if (name.includes("?")) return name.replace("(?)", list);
  return value.length === 0 ? "FALSE" : `${name} IN ${list}`;
}

/** A text for `LIKE ? ESCAPE '~'` in which nothing is a wildcard. */
export const escapeLike = (text: string): string => text.replace(/[%_~]/g, "~$&");
