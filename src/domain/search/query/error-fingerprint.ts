/**
 * What stays the same when one failure happens again with other values: numbers, paths, addresses, ids, times and quoted
 * values give way to a sign for their kind. Two texts with equal fingerprints report the same failure.
 */
export function errorFingerprint(text: string): string {
  const line = errorLine(text) ?? firstLine(text);
  const general = rules.reduce(
    (shorter, [pattern, sign]) => shorter.replace(pattern, sign),
    line.slice(0, maxLineLength),
  );
  return general.replace(/\s+/g, " ").trim().toLowerCase();
}

/** Longer lines are cut: what identifies an error stands at its beginning. */
const maxLineLength = 400;

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

const telling =
  /\b([A-Z]\w*(Error|Exception|Warning|Failure|Panic)|error(\[[A-Z]?\d+\])?|exception|panic(ked)?|fatal|failed|failure|traceback|segmentation fault|E[A-Z]{3,}|undefined reference|cannot|refused|denied|not found|timed? ?out)\b/;
const headings = /^\s*(traceback \(most recent call last\)|caused by|stack trace|error output|stderr)\s*:?\s*$/i;
const frames = /^\s*(at |File "|\d+: 0x|in <|from |goroutine |\.\.\. \d+ more|\^+|~+)/;

const firstLine = (text: string): string => text.split("\n").find((line) => line.trim() !== "") ?? "";

/** The line of a log or traceback that says what went wrong, or undefined when none does. */
export function errorLine(text: string): string | undefined {
  const lines = text
    .slice(0, maxTextLength)
    .split("\n")
    .filter((line) => !headings.test(line) && !frames.test(line));
  const named = /^\s*(?:[\w.]+[.:])?[A-Z]\w*(Error|Exception|Panic)\b/;
  // Python names the error last, most others first; a line that begins with its name is surer than one that mentions it.
  return lines.find((line) => named.test(line)) ?? lines.find((line) => telling.test(line));
}

const maxTextLength = 200_000;
