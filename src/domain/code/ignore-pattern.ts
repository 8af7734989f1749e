// One line of a .gitignore, as git reads it.
import { type GlobToken, tokenMatcher } from "../../base/text/glob-tokens.js";

/** Whether the line matches a path relative to the ignore file, with slashes. */
export interface IgnorePattern {
  readonly isNegated: boolean;
  readonly isFolderOnly: boolean;
  matches(path: string): boolean;
}

/** Undefined for blank lines, comments, and patterns that git rejects. */
export function readIgnoreLine(line: string): IgnorePattern | undefined {
  const text = withoutTrailingSpaces(line);
  if (text === "" || text.startsWith("#")) return undefined;
  const isNegated = text.startsWith("!");
  const whole = isNegated ? text.slice(1) : text;
  const isFolderOnly = whole.endsWith("/");
  const bare = isFolderOnly ? whole.slice(0, -1) : whole;
  if (bare === "") return undefined;
  // A slash anywhere but at the end anchors the pattern to the folder of its file.
  const isAnchored = bare.includes("/");
  const tokens = readTokens(bare.startsWith("/") ? bare.slice(1) : bare, isAnchored);
  if (!tokens) return undefined;
  const matchesTokens = tokenMatcher(tokens);
  const matches = isAnchored ? matchesTokens : (path: string) => matchesTokens(path.slice(path.lastIndexOf("/") + 1));
  return { isNegated, isFolderOnly, matches };
}

/** Trailing spaces do not count unless the last one is quoted with a backslash. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " " && !isEscaped(line, end - 1)) end--;
  return line.slice(0, end);
}

function isEscaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}

function readTokens(text: string, isAnchored: boolean): GlobToken[] | undefined {
  const tokens: GlobToken[] = [];
  for (let i = 0; i < text.length; ) {
    const char = text[i] ?? "";
    if (char === "\\") {
      const next = text[i + 1];
      if (next === undefined) return undefined;
      tokens.push({ kind: "char", char: next });
      i += 2;
    } else if (char === "?") {
      tokens.push({ kind: "any" });
      i++;
    } else if (char === "[") {
      const set = readClass(text, i);
      if (!set) return undefined;
      tokens.push({ kind: "class", has: set.has });
      i = set.end;
    } else if (char === "*") {
      i = readStars(text, i, isAnchored, tokens);
    } else {
      tokens.push({ kind: "char", char });
      i++;
    }
  }
  return tokens;
}

/**
 * Two stars or more between slashes match folders; elsewhere any number of stars is one. Git compares the text before the
 * first wildcard apart, so that stars after it count as the start of the pattern.
 */
function readStars(text: string, from: number, isAnchored: boolean, tokens: GlobToken[]): number {
  let end = from;
  while (text[end] === "*") end++;
  const isEscapedSlash = text.startsWith("\\/", end);
  const isPartEnd = end === text.length || text[end] === "/" || isEscapedSlash;
  const isPartStart = text[from - 1] === "/" || !/[*?[\\]/.test(text.slice(0, from));
  const isWholePart = isPartStart && isPartEnd;
  if (!isAnchored || end - from < 2 || !isWholePart) {
    tokens.push({ kind: "star" });
    return end;
  }
  // Before an escaped slash, git's stars match across folders, but not none of them.
  if (end === text.length || isEscapedSlash) {
    tokens.push({ kind: "globstar" });
    return end;
  }
  tokens.push({ kind: "folders" }, { kind: "inFolders" });
  return end + 1;
}

const posix: Readonly<Record<string, RegExp>> = {
  alnum: /[a-z0-9]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  cntrl: /\p{Cc}/u,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /[A-Z]/,
  xdigit: /[0-9a-f]/i,
};

function readClass(text: string, from: number): { has: (char: string) => boolean; end: number } | undefined {
  let i = from + 1;
  const isInverse = text[i] === "!" || text[i] === "^";
  if (isInverse) i++;
  const tests: ((char: string) => boolean)[] = [];
  for (let isFirst = true; isFirst || text[i] !== "]"; isFirst = false) {
    const named = /^\[:(\w*):\]/.exec(text.slice(i));
    if (named) {
      const set = posix[named[1] ?? ""];
      if (!set) return undefined;
      tests.push((char) => set.test(char));
      i += named[0].length;
      continue;
    }
    const low = readMember(text, i);
    if (!low) return undefined;
    i = low.end;
    if (text[i] === "-" && text[i + 1] !== "]" && text[i + 1] !== undefined) {
      const high = readMember(text, i + 1);
      if (!high) return undefined;
      tests.push((char) => char >= low.char && char <= high.char);
      i = high.end;
    } else {
      tests.push((char) => char === low.char);
    }
  }
  return { has: (char) => char !== "/" && tests.some((test) => test(char)) !== isInverse, end: i + 1 };
}

function readMember(text: string, at: number): { char: string; end: number } | undefined {
  const char = text[at];
  const next = text[at + 1];
  if (char === undefined || (char === "\\" && next === undefined)) return undefined;
  return char === "\\" ? { char: next ?? "", end: at + 2 } : { char, end: at + 1 };
}
