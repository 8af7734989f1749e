/** One string of a public scanner's own tests, and what that scanner says of it. */
export interface PublicSample {
  readonly rule: string;
  /** How the value is written: assignment, XML element, URL, bare, … */
  readonly form: string;
  readonly text: string;
  /** What must be hidden; empty when the test does not name it, then any finding counts. */
  readonly secrets: readonly string[];
  readonly isPositive: boolean;
}

export interface PublicFile {
  readonly path: string;
  readonly text: string;
}

/** Reads files of a repository at its newest commit. */
export interface RepositoryReader {
  files(pattern: RegExp): readonly PublicFile[];
}

/** The way the secret is written, read from the text before it. */
export function formOf(text: string, secret: string | undefined): string {
  const at = secret === undefined ? -1 : text.indexOf(secret);
  if (at < 0) return "whole text";
  const before = text.slice(text.lastIndexOf("\n", at) + 1, at);
  if (/:\/\/[^\s"']*$/.test(before)) return "URL";
  if (/>[^<>=]*$/.test(before) && before.includes("<")) return "XML element";
  if (/bearer\s+$|authorization/i.test(before)) return "header";
  if (/(?:=|:|=>|,|\()\s*["'`]$/.test(before)) return "quoted assignment";
  if (/[=:]\s*$/.test(before)) return "bare assignment";
  return before.trim() === "" ? "bare" : "prose";
}
