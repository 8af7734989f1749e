const textsKept = 1000;
const numberedTexts = new Map<string, string>();

/** `?` becomes `$1`, `$2`, …, but not inside strings, names, comments and bodies of functions. */
const pieces =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_][A-Za-z0-9_]*)?\$[\s\S]*?\$\1\$|\?/g;

/** A statement as PostgreSQL wants it. */
export function postgresText(text: string): string {
  const known = numberedTexts.get(text);
  if (known !== undefined) return known;
  let count = 0;
  const numbered = inByteOrder(text).replace(pieces, (piece) => (piece === "?" ? `$${++count}` : piece));
  if (numberedTexts.size >= textsKept) numberedTexts.clear();
  numberedTexts.set(text, numbered);
  return numbered;
}

/** Texts are ordered by their bytes, as in every other database of ours, whatever the server's language is. */
const inByteOrder = (text: string): string =>
  /^\s*(CREATE|ALTER)\s+TABLE\b/i.test(text) ? text.replace(/\bTEXT\b(?!\s+COLLATE)/g, 'TEXT COLLATE "C"') : text;

/** PostgreSQL cannot keep the NUL character. */
export const storableText = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text);

/** A text as an expression that no text can break out of. */
export const literal = (text: string): string =>
  `convert_from(decode('${Buffer.from(storableText(text), "utf8").toString("hex")}', 'hex'), 'UTF8')`;
