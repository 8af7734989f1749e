import { type GlobToken, tokenMatcher } from "./glob-tokens.js";

/** Matches paths against a pattern of `*`, `**`, `?` and `{a,b}`. A pattern without a slash is matched against the file name. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const anywhere = pattern.includes("/") ? pattern : `**/${pattern}`;
  // A relative pattern matches the end of an absolute path.
  const rooted = anywhere.startsWith("/") || anywhere.startsWith("**/") ? anywhere : `**/${anywhere}`;
  const [matches, literal] = [tokenMatcher(readTokens(rooted)), globLiteral(pattern)];
  return (path) => path.includes(literal) && matches(path);
}

/** The longest text that every matching path contains; empty if there is none. A cheap prefilter for databases. */
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

const pieces = /\*\*\/|\*\*|[\s\S]/gu;

function readTokens(pattern: string): GlobToken[] {
  const tokens: GlobToken[] = [];
  const open: { starts: number[]; ends: number[][] }[] = [];
  const jump = (to: number[]) => void tokens.push({ kind: "jump", to });
  const close = () => {
    for (const end of open.pop()?.ends ?? []) end.push(tokens.length);
  };
  for (const piece of pattern.match(pieces) ?? []) {
    const braces = open.at(-1);
    if (piece === "**/") tokens.push({ kind: "folders" }, { kind: "inFolders" });
    else if (piece === "**") tokens.push({ kind: "globstar" });
    else if (piece === "*") tokens.push({ kind: "star" });
    else if (piece === "?") tokens.push({ kind: "any" });
    else if (piece === "{") {
      const starts: number[] = [];
      jump(starts);
      starts.push(tokens.length);
      open.push({ starts, ends: [] });
    } else if (piece === "," && braces) {
      const end: number[] = [];
      jump(end);
      braces.ends.push(end);
      braces.starts.push(tokens.length);
    } else if (piece === "}" && braces) close();
    else tokens.push({ kind: "char", char: piece });
  }
  while (open.length > 0) close();
  return tokens;
}
