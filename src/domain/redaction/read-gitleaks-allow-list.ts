import type { AllowList } from "./allow-list.js";

export interface GitleaksAllowList {
  readonly allow: AllowList;
  /** What the file says that is not followed, and why; to be shown to whoever approves the file. */
  readonly refused: readonly string[];
}

const longestFile = 256 * 1024;
const longestExpression = 300;

/** One table of the file: where it stands and the strings it holds. */
interface Block {
  readonly table: string;
  readonly values: Map<string, string[]>;
}

/** Reads what a repository's `.gitleaks.toml` allows. Whatever else the file says is passed over. */
export function readGitleaksAllowList(toml: string): GitleaksAllowList {
  if (toml.length > longestFile) return { allow: {}, refused: ["The file is longer than 256 KB."] };
  const refused: string[] = [];
  const blocks = readBlocks(toml);
  const lists = blocks.filter((block) => isFollowed(block, refused));
  const strings = (key: string) => lists.flatMap((block) => block.values.get(key) ?? []).filter(Boolean);
  const expressions = (key: string) => strings(key).flatMap((source) => toExpression(source, refused) ?? []);
  return {
    allow: {
      rules: blocks
        .filter(({ table }) => table === "extend")
        .flatMap((block) => block.values.get("disabledRules") ?? []),
      stopWords: strings("stopwords"),
      patterns: expressions("regexes"),
      paths: expressions("paths"),
    },
    refused,
  };
}

/** Lists that hold for single rules, or for a line rather than a value, would allow more here than they do there. */
function isFollowed({ table, values }: Block, refused: string[]): boolean {
  if (table !== "allowlist" && table !== "allowlists") {
    if (/^rules\.allowlists?$/.test(table)) refused.push("An allow list of a single rule is not followed.");
    return false;
  }
  const reason = reasonToRefuse(values);
  if (reason) refused.push(reason);
  return reason === undefined;
}

function reasonToRefuse(values: ReadonlyMap<string, readonly string[]>): string | undefined {
  const target = values.get("regexTarget")?.[0] ?? "secret";
  if (target !== "secret" && target !== "")
    return `An allow list whose expressions are meant for the ${target} is not followed.`;
  if (values.get("condition")?.[0]?.toUpperCase() === "AND")
    return "An allow list that joins conditions with AND is not followed.";
  return values.has("targetRules") ? "An allow list for certain rules is not followed." : undefined;
}

function readBlocks(toml: string): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < toml.length) {
    const newline = toml.indexOf("\n", at);
    const lineEnd = newline < 0 ? toml.length : newline;
    const line = toml.slice(at, lineEnd);
    const table = /^\s*\[{1,2}\s*([\w.]+)\s*\]{1,2}/.exec(line)?.[1];
    const key = /^\s*(\w+)\s*=\s*/.exec(line);
    if (table !== undefined) blocks.push({ table, values: new Map() });
    if (!key) {
      at = lineEnd + 1;
      continue;
    }
    const read = readStrings(toml, at + key[0].length);
    blocks.at(-1)?.values.set(key[1] ?? "", read.strings);
    at = Math.max(lineEnd, toml.indexOf("\n", read.end) < 0 ? toml.length : toml.indexOf("\n", read.end)) + 1;
  }
  return blocks;
}

/** One string, or an array of strings over any number of lines; numbers and the like give none. */
function readStrings(toml: string, from: number): { strings: string[]; end: number } {
  if (toml[from] !== "[") {
    const single = readString(toml, from);
    return { strings: single ? [single.text] : [], end: single?.end ?? from };
  }
  const strings: string[] = [];
  let at = from + 1;
  while (at < toml.length && toml[at] !== "]") {
    const string = readString(toml, at);
    if (string) strings.push(string.text);
    at = string?.end ?? (toml[at] === "#" ? endOfLine(toml, at) : at + 1);
  }
  return { strings, end: at };
}

function endOfLine(toml: string, at: number): number {
  const end = toml.indexOf("\n", at);
  return end < 0 ? toml.length : end;
}

function readString(toml: string, at: number): { text: string; end: number } | undefined {
  const mark = ["'''", '"""', "'", '"'].find((quote) => toml.startsWith(quote, at));
  if (!mark) return undefined;
  const from = at + mark.length;
  let end = toml.indexOf(mark, from);
  while (mark === '"' && end > 0 && toml[end - 1] === "\\") end = toml.indexOf(mark, end + 1);
  if (end < 0) return undefined;
  const raw = toml.slice(from, end);
  return { text: mark.startsWith('"') ? raw.replace(/\\(["\\])/g, "$1") : raw, end: end + mark.length };
}

/** Go's notation in JavaScript's, or undefined if it is too long, unknown here, or could take exponential time. */
function toExpression(source: string, refused: string[]): RegExp | undefined {
  const insensitive = source.startsWith("(?i)");
  const body = (insensitive ? source.slice(4) : source)
    .replaceAll("(?P<", "(?<")
    .replaceAll("\\z", "$")
    .replaceAll("\\A", "^");
  const reason = reasonNotToRun(body);
  if (reason) refused.push(`${reason}: ${source.slice(0, 60)}`);
  return reason ? undefined : new RegExp(body, insensitive ? "i" : "");
}

function reasonNotToRun(body: string): string | undefined {
  if (body.length > longestExpression) return "The expression is longer than 300 characters";
  if (/\((?:[^()\\]|\\.)*[+*}](?:[^()\\]|\\.)*\)[+*{]/.test(body)) return "The expression repeats a repetition";
  try {
    new RegExp(body);
    return undefined;
  } catch {
    return "The expression is not one JavaScript can read";
  }
}
