import { errorLine } from "./error-line.js";

/**
 * The part of an error message that stays the same when the failure happens again with other values: numbers, paths,
 * addresses, ids, times and quoted values are replaced by placeholders.
 */
export function errorSignature(text: string): string {
  const line = errorLine(text) ?? text.trim().split("\n", 1)[0]?.slice(0, maxLine) ?? "";
  const generalized = rules.reduce((replaced, [pattern, kind]) => replaced.replace(pattern, kind), line);
  const signature = generalized.replace(/\s+/g, " ").trim().toLowerCase();
  return signature.replace(severityPrefix, "") || signature;
}

const maxLine = 400;

// Some programs print `Error:` before a message that others print without it.
const severityPrefix = /^(?:(?:uncaught|unhandled|fatal|error|err!?|exception|panic|npm)\b[\s:!]*)+/;

const rules: readonly (readonly [RegExp, string])[] = [
  [/\p{Cc}\[[0-9;]*m/gu, ""],
  [/^[\s>|*#-]+/, ""],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?([.,]\d+)?(Z|[+-]\d\d:?\d\d)?/g, "<time>"],
  [/\b\d\d:\d\d:\d\d([.,]\d+)?/g, "<time>"],
  [/^[\s[(]*<time>[\s\])]*/, ""],
  [/\bhttps?:\/\/[^\s"'`)]+/gi, "<url>"],
  [/(?:[A-Za-z]:)?(?:[~.]{0,2}[\\/])(?:[\w.@ +-]+[\\/])*[\w.@+-]+(:\d+){0,2}/g, "<path>"],
  [
    /\b[\w-]+\.(?:tsx?|jsx?|mjs|cjs|py|go|rs|java|rb|php|cs|cpp|c|h|kt|swift|sql|sh|ya?ml|json|toml)(:\d+){0,2}\b/g,
    "<path>",
  ],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g, "<address>"],
  [/\b(localhost|[\w-]+(\.[\w-]+)+):\d+\b/g, "<address>"],
  [/\b0x[0-9a-f]+\b/gi, "<hex>"],
  // Letters and digits mixed, as in commit ids; a word of letters alone is a word.
  [/\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}\b/gi, "<hex>"],
  [/(["'`])(?:(?!\1).){1,200}\1/g, "<value>"],
  [/(?<![\w<])[-+]?\d+([.,]\d+)*(?:\s?(?:ms|s|kb|mb|gb|kib|mib|gib)\b|%)?(?![\w>])/gi, "<n>"],
];
