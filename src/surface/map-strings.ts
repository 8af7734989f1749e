import { AppError } from "../base/errors.js";
import { neutralize } from "../base/neutralize.js";

/** Deeper than any tool's input; far below what fits on the stack. */
const maxDepth = 100;

/** Throws if an input is nested so deeply that reading it would end the process. Does not recurse itself. */
export function requireShallow(input: unknown): void {
  let level = [input];
  for (let depth = 0; depth <= maxDepth; depth++) {
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
    if (level.length === 0) return;
  }
  const hint = "Pass nested data as text, for example as JSON in a string.";
  throw new AppError("invalid", `The input is nested more than ${maxDepth} levels deep.`, { hint });
}

const plain = new Set<unknown>([Object.prototype, null]);

/** A JSON-like value with every text and every name in it changed. */
export function mapStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, change)) as T;
  if (typeof value !== "object" || value === null || !plain.has(Object.getPrototypeOf(value))) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [change(name), mapStrings(one, change)])) as T;
}

/** An answer without hidden characters and host tags in its texts. */
export const neutralizeValue = <T>(value: T): T => mapStrings(value, neutralize);
