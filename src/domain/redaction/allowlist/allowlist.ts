import { sha256 } from "../../../base/sha256.js";
import type { Allowed } from "../scan/scan.js";

/** What may stay although a rule finds it. */
export interface Allowlist {
  /** Rules that are not applied at all. */
  readonly rules?: readonly string[];
  /** Values that are known to be harmless. */
  readonly values?: readonly string[];
  /** SHA-256 in hexadecimal of such values, for those one would rather not write down. */
  readonly hashes?: readonly string[];
  /** A value that holds one of these, whatever the case, may stay. */
  readonly stopWords?: readonly string[];
  /** A value one of these matches may stay. They see the value alone, and only its first 512 characters. */
  readonly patterns?: readonly RegExp[];
  /** Text from a file one of these matches, or that lies at or under one of these, is left as it is. */
  readonly paths?: readonly (string | RegExp)[];
}

/** Bounds what an expression of the user's can read. */
const readByPatterns = 512;

/** What a scan checks each value against; undefined if the list is empty. */
export function allowedBy(list: Allowlist): Allowed | undefined {
  const rules = new Set(list.rules);
  const values = new Set(list.values);
  const hashes = new Set(list.hashes?.map((hash) => hash.toLowerCase()));
  const stopWords = (list.stopWords ?? []).map((word) => word.toLowerCase()).filter(Boolean);
  const patterns = (list.patterns ?? []).map(withoutMemory);
  if (rules.size + values.size + hashes.size + stopWords.length + patterns.length === 0) return undefined;
  return {
    rule: (id) => rules.has(id),
    exactly: (value) => values.has(value) || (hashes.size > 0 && hashes.has(sha256(value))),
    alike: (value) =>
      (stopWords.length > 0 && holdsAny(value.toLowerCase(), stopWords)) ||
      patterns.some((pattern) => pattern.test(value.slice(0, readByPatterns))),
  };
}

/** An expression with `g` or `y` would go on where it stopped the last time. */
function withoutMemory(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""));
}

function holdsAny(value: string, words: readonly string[]): boolean {
  return words.some((word) => value.includes(word));
}

export function isAllowedPath(list: Allowlist, path: string): boolean {
  const slashed = path.replaceAll("\\", "/");
  return (list.paths ?? []).some((allowed) =>
    typeof allowed === "string" ? isAtOrUnder(slashed, allowed) : withoutMemory(allowed).test(slashed),
  );
}

function isAtOrUnder(path: string, allowed: string): boolean {
  const folder = allowed.replaceAll("\\", "/").replace(/\/+$/, "");
  return (
    path === folder || path.startsWith(`${folder}/`) || path.endsWith(`/${folder}`) || path.includes(`/${folder}/`)
  );
}

/** One list that allows whatever any of the lists allows. */
export function joinAllowlists(...lists: readonly Allowlist[]): Allowlist {
  return {
    rules: lists.flatMap((list) => list.rules ?? []),
    values: lists.flatMap((list) => list.values ?? []),
    hashes: lists.flatMap((list) => list.hashes ?? []),
    stopWords: lists.flatMap((list) => list.stopWords ?? []),
    patterns: lists.flatMap((list) => list.patterns ?? []),
    paths: lists.flatMap((list) => list.paths ?? []),
  };
}
