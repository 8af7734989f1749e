/** The text of a file, or why it is not indexed. */
export type SourceText = { readonly text: string } | { readonly skip: "binary" | "generated" | "empty" };

const generatedNames =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Gemfile\.lock|composer\.lock|go\.sum|Pipfile\.lock|flake\.lock)$|\.(?:min\.(?:js|css)|map|snap)$/;
/** What generators write, at the beginning of a line of the comment at the top. */
const generatedComment =
  /^(?:(?:this file (?:is|was) )?(?:auto(?:matically)?[ -]?)?@generated\b|code generated .{0,80}do not edit|<auto-?generated\b)|\bthis file (?:is|was) (?:auto(?:matically )?[- ]?)?generated/i;
/** The line that Go defines (go.dev/s/generatedcode); some generators write it below the imports. */
const generatedLine = /^\/\/ Code generated .{0,80} DO NOT EDIT\.$/m;
/** Lines before the first statement: comments and what must come even before them. */
const comment = /^\s*(?:\/\/|\/?\*|#|--|;|%|<!--|<%--|"""|'''|\{-|\(\*|@?rem\b)+[!*\s]*/i;
const preamble = /^\s*(?:$|<\?|["']use |package\s|<!doctype)/i;
/** Opens a comment whose lines have no marker of their own, and closes it. */
const openings: readonly (readonly [string, string])[] = [
  ["/*", "*/"],
  ["<!--", "-->"],
  ['"""', '"""'],
];
/** Longer lines are generated or minified. */
const maxMeanLineLength = 400;
const headBytes = 8192;
const headLength = 1000;

export function sourceText(path: string, bytes: Uint8Array): SourceText {
  const text = decode(bytes);
  if (text === undefined) return { skip: "binary" };
  if (text.trim() === "") return { skip: "empty" };
  if (generatedNames.test(path) || hasGeneratedHeader(text.slice(0, headLength)) || isMinified(text))
    return { skip: "generated" };
  return { text };
}

/** Whether the comment at the top says that the file is generated; code and later comments may mention such words. */
function hasGeneratedHeader(head: string): boolean {
  if (generatedLine.test(head)) return true;
  let closing: string | undefined;
  for (const line of head.split(/\r?\n/)) {
    const isComment = closing !== undefined || comment.test(line);
    if (!isComment && !preamble.test(line)) return false;
    const text = line.replace(comment, "");
    if (isComment && generatedComment.test(text.trim())) return true;
    const opened = openings.find(([opening]) => line.trimStart().startsWith(opening));
    if (closing !== undefined && text.includes(closing)) closing = undefined;
    else if (closing === undefined && opened && !text.includes(opened[1])) closing = opened[1];
  }
  return false;
}

/** As UTF-16 with a byte order mark or with the zeros that it has in most characters, else as UTF-8, else as Windows-1252, which includes Latin-1; undefined for binary files. */
function decode(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, headBytes);
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const wide = wideEncodingOf(head);
  if (wide) return new TextDecoder(wide).decode(bytes);
  if (head.some(isControl)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const highBytes = head.filter((byte) => byte >= 0x80).length;
    return highBytes <= maxHighShare * head.length ? new TextDecoder("windows-1252").decode(bytes) : undefined;
  }
}

/** In UTF-16 every other byte of plain text is zero, and none of those between. */
function wideEncodingOf(head: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (head.length < 4 || head.length % 2 !== 0 || !head.includes(0)) return undefined;
  const zeros = [0, 1].map((from) => head.filter((byte, i) => i % 2 === from && byte === 0).length);
  const [even = 0, odd = 0] = zeros;
  const hasControls = (from: number) => head.some((byte, i) => i % 2 === from && isControl(byte));
  const min = minZeroShare * (head.length / 2);
  if (odd >= min && even === 0 && !hasControls(0)) return "utf-16le";
  return even >= min && odd === 0 && !hasControls(1) ? "utf-16be" : undefined;
}

const minZeroShare = 0.7;

/** Text has tabs, line ends, form feeds and escapes, but no other control characters. */
const isControl = (byte: number) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b;
/** In Latin-1 most letters are ASCII; more than this is compressed or another encoding. */
const maxHighShare = 0.3;

function isMinified(text: string): boolean {
  if (text.length < 5000) return false;
  let lines = 1;
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) lines++;
  return text.length / lines > maxMeanLineLength;
}
