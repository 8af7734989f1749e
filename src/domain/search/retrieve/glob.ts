/** Whether a path fits a pattern of `*`, `**`, `?` and `{a,b}`. A pattern without a slash is about the last part of the path. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const anywhere = pattern.includes("/") ? pattern : `**/${pattern}`;
  // An absolute path ends with what a relative pattern names.
  const rooted = anywhere.startsWith("/") || anywhere.startsWith("**/") ? anywhere : `**/${anywhere}`;
  const expression = new RegExp(`^${translate(rooted)}$`, "u");
  return (path) => expression.test(path);
}

/** The longest text that every path fitting the pattern contains; empty if there is none. */
export const globLiteral = (pattern: string): string =>
  pattern
    .replace(/\{.*\}|\{.*/s, "*")
    .split(/[*?},\\"]+/)
    .map((part) => part.replace(/^\//, ""))
    .reduce((longest, part) => (part.length > longest.length ? part : longest), "");

const pieces = /\*\*\/|\*\*|\*|\?|\{|\}|,|[\s\S]/gu;

function translate(pattern: string): string {
  let braces = 0;
  return (
    pattern.replace(pieces, (piece) => {
      if (piece === "**/") return "(?:.*/)?";
      if (piece === "**") return ".*";
      if (piece === "*") return "[^/]*";
      if (piece === "?") return "[^/]";
      if (piece === "{") return braces++ >= 0 ? "(?:" : "";
      if (piece === "}") return braces-- > 0 ? ")" : "\\}";
      if (piece === "," && braces > 0) return "|";
      return piece.replace(/[\\^$.|+()[\]{}]/g, "\\$&");
    }) + ")".repeat(Math.max(0, braces))
  );
}
