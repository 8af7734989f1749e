// Types of settings. No schema library, because hooks must read settings within milliseconds.

export interface SettingOptions {
  /** Further environment variables, such as those of other products. */
  readonly env?: readonly string[];
  /** A shorter flag than the derived one. */
  readonly flag?: string;
  /** Shown as `[hidden]` in listings. */
  readonly secret?: boolean;
  /** Applies while a value is invalid, where the layer below could allow more or lead to another store. */
  readonly whenInvalid?: {
    readonly value: unknown;
    /** Completes "Until it is corrected, …". */
    readonly effect: string;
  };
}

export interface Setting<T> extends SettingOptions {
  readonly describe: string;
  readonly default: T;
  readonly valueFormat: string;
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  /** Parses `raw` (a string from environment and flags, any JSON from files), or states which values are valid. */
  read(raw: unknown): Reading<T>;
}

/** `without`: entries of a list that are invalid and left out of the value, counted from 1. */
type Reading<T> =
  | { ok: true; value: T; without?: { readonly entries: readonly number[]; readonly expected: string } }
  | { ok: false; expected: string };
const ok = <T>(value: T): Reading<T> => ({ ok: true, value });
const expected = (sentence: string): Reading<never> => ({ ok: false, expected: sentence });

export function text(
  initial: string,
  describe: string,
  options: SettingOptions & { readonly format?: { readonly expected: string; matches(value: string): boolean } } = {},
): Setting<string> {
  const { format, ...rest } = options;
  const read = (raw: unknown) => {
    if (typeof raw !== "string") return expected("text");
    return raw === "" || !format || format.matches(raw) ? ok(raw) : expected(format.expected);
  };
  return { ...rest, describe, default: initial, valueFormat: "text", jsonSchema: { type: "string" }, read };
}

export function flag(describe: string, options: SettingOptions = {}): Setting<boolean> {
  const read = (raw: unknown) => {
    if (raw === true || raw === "true" || raw === "1" || raw === "") return ok(true);
    if (raw === false || raw === "false" || raw === "0") return ok(false);
    return expected("true or false");
  };
  return { ...options, describe, default: false, valueFormat: "true | false", jsonSchema: { type: "boolean" }, read };
}

export function integer(
  initial: number,
  range: { min: number; max: number },
  describe: string,
  options: SettingOptions = {},
): Setting<number> {
  const read = (raw: unknown) => {
    const value = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
    const fits = Number.isInteger(value) && (value as number) >= range.min && (value as number) <= range.max;
    return fits ? ok(value as number) : expected(`a whole number from ${range.min} to ${range.max}`);
  };
  const jsonSchema = { type: "integer", minimum: range.min, maximum: range.max };
  return { ...options, describe, default: initial, valueFormat: `${range.min}–${range.max}`, jsonSchema, read };
}

export function decimal(initial: number, describe: string, options: SettingOptions = {}): Setting<number> {
  const read = (raw: unknown) => {
    const value = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
    const fits = typeof value === "number" && Number.isFinite(value) && value >= 0;
    return fits ? ok(value) : expected("a number from 0");
  };
  return {
    ...options,
    describe,
    default: initial,
    valueFormat: "0–",
    jsonSchema: { type: "number", minimum: 0 },
    read,
  };
}

export function choice<const T extends string>(
  initial: T,
  values: readonly T[],
  describe: string,
  options: SettingOptions = {},
): Setting<T> {
  const read = (raw: unknown) => {
    const value = values.find((candidate) => candidate === raw);
    return value === undefined ? expected(`one of ${values.join(", ")}`) : ok(value);
  };
  return {
    ...options,
    describe,
    default: initial,
    valueFormat: values.join(" | "),
    jsonSchema: { enum: values },
    read,
  };
}

/** A list of strings, comma-separated in the environment and in flags. */
export function list(
  initial: readonly string[],
  describe: string,
  options: SettingOptions & {
    readonly of?: readonly string[];
    readonly item?: { readonly expected: string; matches(value: string): boolean };
  } = {},
): Setting<readonly string[]> {
  const { of: allowed, item: format, ...rest } = options;
  const read = (raw: unknown) => {
    const values = typeof raw === "string" ? splitList(raw) : raw;
    if (!Array.isArray(values) || !values.every((item) => typeof item === "string")) {
      return expected("a comma-separated list");
    }
    const invalidEntries = format ? values.flatMap((item, i) => (format.matches(item) ? [] : [i + 1])) : [];
    if (format && invalidEntries.length > 0) {
      const without = { entries: invalidEntries, expected: `a comma-separated list of ${format.expected}` };
      return { ...ok<readonly string[]>(values.filter((item) => format.matches(item))), without };
    }
    const invalid = allowed && values.find((item) => !allowed.includes(item));
    return invalid === undefined ? ok(values) : expected(`a comma-separated list of ${allowed?.join(", ")}`);
  };
  const items = allowed ? { enum: allowed } : { type: "string" };
  const shape = allowed ? `${allowed.join(",")}` : "word,word";
  return { ...rest, describe, default: initial, valueFormat: shape, jsonSchema: { type: "array", items }, read };
}

const splitList = (raw: string) =>
  raw
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
