import { linearRegex } from "./linear-regex.js";

/** Matches paths against a pattern of `*`, `**`, `?` and `{a,b}`. A pattern without a slash is matched against the file name. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const anywhere = pattern.includes("/") ? pattern : `**/${pattern}`;
  // A relative pattern matches the end of an absolute path.
  const rooted = anywhere.startsWith("/") || anywhere.startsWith("**/") ? anywhere : `**/${anywhere}`;
  const [matches, literal] = [plainMatcher(rooted) ?? globRegex(rooted), globLiteral(pattern)];
  return (path) => path.includes(literal) && matches(path);
}

/** Matches paths against any of several patterns. */
export function globsMatcher(patterns: readonly string[]): (path: string) => boolean {
  const matchers = patterns.map(globMatcher);
  return (path) => matchers.some((matches) => matches(path));
}

/** Names and endings in any folder, which most patterns are, are compared as strings. */
function plainMatcher(pattern: string): ((path: string) => boolean) | undefined {
  const [, star, rest = ""] = /^\*\*\/(\*?)([^*?{}]+)$/s.exec(pattern) ?? [];
  if (star === undefined || (star === "*" && rest.includes("/"))) return undefined;
  return (path) => (star === "*" ? path.endsWith(rest) : path === rest || path.endsWith(`/${rest}`));
}

/** A glob over whole paths, in linear time: patterns are untrusted input. With classes, `[a-z]` is one character, too. */
export function globRegex(pattern: string, hasClasses = false): (path: string) => boolean {
  let depth = 0;
  const source = pattern.replace(/\*\*\/|\*\*|\[[^\]/]+\]|[^\w/-]/gsu, (piece) => {
    if (piece === "{") depth++;
    else if ((piece === "}" && depth-- > 0) || (piece === "," && depth > 0)) return piece === "}" ? ")" : "|";
    depth = Math.max(0, depth);
    const literal = piece.replace(/\W/gu, "\\$&");
    // `[id]` may be the name of a folder.
    if (piece.length > 2 && piece.startsWith("["))
      return hasClasses ? `(?:${piece.replace("[!", "[^")}|${literal})` : literal;
    return wildcards[piece] ?? literal;
  });
  return linearRegex(`^${source}${")".repeat(depth)}$`, true);
}

const wildcards: Readonly<Record<string, string>> = {
  "**/": "(?:[^]*/)?",
  "**": "[^]*",
  "*": "[^/]*",
  "?": "[^/]",
  "{": "(?:",
};

/** Of texts that every matching path contains one of, as a cheap prefilter for databases; empty if there are none. */
export function globLiterals(patterns: readonly string[]): readonly string[] {
  const literals = patterns.map(globLiteral);
  return literals.includes("") ? [] : literals;
}

/** The longest text that every matching path contains; empty if there is none. */
export const globLiteral = (pattern: string): string =>
  outsideBraces(pattern)
    .split(/[*?},\\"]+/)
    .map((part) => part.replace(/^\//, ""))
    .reduce((longest, part) => (part.length > longest.length ? part : longest), "");

/** The pattern with `*` for everything in braces, which an unclosed brace extends to the end. */
function outsideBraces(pattern: string): string {
  let depth = 0;
  return [...pattern]
    .map((char) => {
      if (char === "{") depth++;
      else if (char === "}" && depth > 0) depth--;
      else if (depth === 0) return char;
      return "*";
    })
    .join("");
}
