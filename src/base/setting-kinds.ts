// Types of settings. No schema library, because hooks must read settings within milliseconds.

export interface SettingFacts {
  /** Further environment variables, such as those of other products. */
  readonly env?: readonly string[];
  /** A shorter flag than the derived one. */
  readonly flag?: string;
  /** Harmless: a repository's file may set it without approval. */
  readonly byRepository?: boolean;
  /** Shown as `[hidden]` in listings. */
  readonly secret?: boolean;
}

export interface Setting<T> extends SettingFacts {
  readonly describe: string;
  readonly default: T;
  readonly shape: string;
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  /** Parses `raw` (a string from environment and flags, any JSON from files), or says which values are valid. */
  read(raw: unknown): { ok: true; value: T } | { ok: false; want: string };
}

type Reading<T> = { ok: true; value: T } | { ok: false; want: string };
const ok = <T>(value: T): Reading<T> => ({ ok: true, value });
const want = <T>(sentence: string): Reading<T> => ({ ok: false, want: sentence });

export function text(
  initial: string,
  describe: string,
  facts: SettingFacts & { readonly format?: { readonly want: string; matches(value: string): boolean } } = {},
): Setting<string> {
  const { format, ...rest } = facts;
  const read = (raw: unknown) => {
    if (typeof raw !== "string") return want<string>("text");
    return raw === "" || !format || format.matches(raw) ? ok(raw) : want<string>(format.want);
  };
  return { ...rest, describe, default: initial, shape: "text", jsonSchema: { type: "string" }, read };
}

export function flag(describe: string, facts: SettingFacts = {}): Setting<boolean> {
  const read = (raw: unknown) => {
    if (raw === true || raw === "true" || raw === "1" || raw === "") return ok(true);
    if (raw === false || raw === "false" || raw === "0") return ok(false);
    return want<boolean>("true or false");
  };
  return { ...facts, describe, default: false, shape: "true | false", jsonSchema: { type: "boolean" }, read };
}

export function integer(
  initial: number,
  range: { min: number; max: number },
  describe: string,
  facts: SettingFacts = {},
): Setting<number> {
  const read = (raw: unknown) => {
    const value = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
    const fits = Number.isInteger(value) && (value as number) >= range.min && (value as number) <= range.max;
    return fits ? ok(value as number) : want<number>(`a whole number from ${range.min} to ${range.max}`);
  };
  const jsonSchema = { type: "integer", minimum: range.min, maximum: range.max };
  return { ...facts, describe, default: initial, shape: `${range.min}–${range.max}`, jsonSchema, read };
}

export function decimal(initial: number, describe: string, facts: SettingFacts = {}): Setting<number> {
  const read = (raw: unknown) => {
    const value = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
    return typeof value === "number" && Number.isFinite(value) && value >= 0
      ? ok(value)
      : want<number>("a number from 0");
  };
  return { ...facts, describe, default: initial, shape: "0–", jsonSchema: { type: "number", minimum: 0 }, read };
}

export function choice<const T extends string>(
  initial: T,
  values: readonly T[],
  describe: string,
  facts: SettingFacts = {},
): Setting<T> {
  const read = (raw: unknown) => {
    const value = values.find((one) => one === raw);
    return value === undefined ? want<T>(`one of ${values.join(", ")}`) : ok(value);
  };
  return { ...facts, describe, default: initial, shape: values.join(" | "), jsonSchema: { enum: values }, read };
}

/** A list of strings, comma-separated in the environment and in flags. */
export function list(
  initial: readonly string[],
  describe: string,
  facts: SettingFacts & { readonly of?: readonly string[] } = {},
): Setting<readonly string[]> {
  const { of, ...rest } = facts;
  const read = (raw: unknown) => {
    const values = typeof raw === "string" ? words(raw) : raw;
    if (!Array.isArray(values) || !values.every((one) => typeof one === "string")) {
      return want<readonly string[]>("a comma-separated list");
    }
    const invalid = of && values.find((one) => !of.includes(one));
    return invalid === undefined
      ? ok<readonly string[]>(values)
      : want<readonly string[]>(`a comma-separated list of ${of?.join(", ")}`);
  };
  const items = of ? { enum: of } : { type: "string" };
  const shape = of ? `${of.join(",")}` : "word,word";
  return { ...rest, describe, default: initial, shape, jsonSchema: { type: "array", items }, read };
}

const words = (raw: string) =>
  raw
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
