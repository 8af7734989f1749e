import { parseJson } from "../../base/json.js";
import { placeholder } from "./finding.js";
import { isPlaceholder } from "./heuristics/is-placeholder.js";
import { defaultRedactor, type Redactor } from "./redact.js";
import { isIdentifierName } from "./refuse-secret-names.js";
import { isSecretName } from "./rules/secret-names.js";

/** Deeper than any answer or event; anything below is redacted unread. */
const maxDepth = 400;

/** A value of these may contain blanks. */
const phraseNames = /(?:password|passwd|passphrase|pwd)$/;

/**
 * The same JSON-like value without secrets, in strings, in names of fields, and in the strings of fields whose name
 * says that they hold one. What needs no change is returned as it is, not copied.
 */
export function redactValue<T>(value: T, redactor: Redactor = defaultRedactor()): T {
  return walk(value, redactor, 0) as T;
}

/** The same for one of our records: an identifier counts as a secret only if it has the pattern of a token. */
export function redactRecord<T>(value: T, redactor: Redactor = defaultRedactor()): T {
  return walk(value, { ...redactor, keepsIdentifiers: true }, 0) as T;
}

/** The text of a column: records as JSON field by field, because an id beside a name like `key` looks like a secret. */
export function redactStored(text: string, redactor: Redactor): string {
  const value = /^[[{]/.test(text) ? parseJson(text) : undefined;
  if (typeof value !== "object" || value === null) return redactor.redact(text).text;
  const redacted = redactRecord(value, redactor);
  return redacted === value ? text : JSON.stringify(redacted);
}

interface FieldRedactor extends Redactor {
  readonly keepsIdentifiers?: boolean;
}

function walk(value: unknown, redactor: FieldRedactor, depth: number): unknown {
  if (typeof value === "string") return redactor.redact(value).text;
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return placeholder;
  if (Array.isArray(value)) return walkArray(value, redactor, depth);
  return isPlain(value) ? walkObject(value, redactor, depth) : value;
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function walkArray(values: readonly unknown[], redactor: FieldRedactor, depth: number): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (let i = 0; i < values.length; i++) {
    const next = walk(values[i], redactor, depth + 1);
    if (next === values[i]) continue;
    changed ??= [...values];
    changed[i] = next;
  }
  return changed ?? values;
}

function walkObject(record: Record<string, unknown>, redactor: FieldRedactor, depth: number): Record<string, unknown> {
  const entries = Object.entries(record);
  let changed = false;
  const next = entries.map(([name, value]) => {
    const newName = redactor.redact(name).text;
    const newValue = typeof value === "string" ? redactField(name, value, redactor) : walk(value, redactor, depth + 1);
    changed ||= newName !== name || newValue !== value;
    return [newName, newValue] as const;
  });
  return changed ? fromEntries(next) : record;
}

/** Two names may become the same; the second then gets a number so that neither value is lost. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const record = new Map<string, unknown>();
  for (const [name, value] of entries) {
    let free = name;
    for (let n = 2; record.has(free); n++) free = `${name} ${n}`;
    record.set(free, value);
  }
  return Object.fromEntries(record);
}

function redactField(name: string, value: string, redactor: FieldRedactor): string {
  if (redactor.keepsIdentifiers && isIdentifierName(name)) return redactor.redact(value).text;
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (isSecretName(plain) && isSecret(plain, value)) return placeholder;
  return redactNamed(name, value, redactor);
}

function isSecret(plainName: string, value: string): boolean {
  if (value.length < 3 || value === placeholder || isPlaceholder(value)) return false;
  return phraseNames.test(plainName) || !/\s/.test(value);
}

/** Scans the value together with its name, because many rules need one; a finding that spans both falls back to the value alone. */
function redactNamed(name: string, value: string, redactor: Redactor): string {
  const head = `${name}="`;
  const whole = `${head}${value}"`;
  const { text } = redactor.redact(whole);
  if (text === whole) return value;
  if (text.startsWith(head) && text.endsWith('"')) return text.slice(head.length, -1);
  return redactor.redact(value).text;
}
