import { blankControls } from "../../base/text-cells.js";

/**
 * The value with every text in it free of control characters: stored text must not move the cursor, change colors or
 * write to the clipboard of a terminal. Applied before a command formats its answer, because colors are ours.
 */
export function printable<T>(value: T): T {
  if (typeof value === "string") return blankControls(value) as T;
  if (Array.isArray(value)) return value.map(printable) as T;
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [printable(name), printable(one)])) as T;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** JSON escapes C0 controls itself, but not DEL, C1 and text direction. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
