import type { Allowlist } from "./allowlist.js";
import { readTomlBlocks, type TomlBlock } from "./read-toml-blocks.js";

export interface GitleaksAllowlist {
  readonly allow: Allowlist;
  /** What the file says that is not followed, and why; to be shown to whoever approves the file. */
  readonly refused: readonly string[];
}

const maxFileBytes = 256 * 1024;
const maxExpressionLength = 300;

/** Reads what a repository's `.gitleaks.toml` allows. Whatever else the file says is passed over. */
export function readGitleaksAllowlist(toml: string): GitleaksAllowlist {
  if (toml.length > maxFileBytes) return { allow: {}, refused: ["The file is longer than 256 KB."] };
  const refused: string[] = [];
  const blocks = readTomlBlocks(toml);
  const lists = blocks.filter((block) => isFollowed(block, refused));
  const stringsOf = (key: string) => lists.flatMap((block) => block.strings.get(key) ?? []).filter(Boolean);
  const expressions = (key: string) => stringsOf(key).flatMap((source) => toExpression(source, refused) ?? []);
  return {
    allow: {
      rules: blocks
        .filter(({ table }) => table === "extend")
        .flatMap((block) => block.strings.get("disabledRules") ?? []),
      stopWords: stringsOf("stopwords"),
      patterns: expressions("regexes"),
      paths: expressions("paths"),
    },
    refused,
  };
}

/** Lists that hold for single rules, or for a line rather than a value, would allow more here than they do there. */
function isFollowed({ table, strings }: TomlBlock, refused: string[]): boolean {
  if (table !== "allowlist" && table !== "allowlists") {
    if (/^rules\.allowlists?$/.test(table)) refused.push("Ignored the allowlist of a single rule.");
    return false;
  }
  const reason = reasonToRefuse(strings);
  if (reason) refused.push(reason);
  return reason === undefined;
}

function reasonToRefuse(values: ReadonlyMap<string, readonly string[]>): string | undefined {
  const target = values.get("regexTarget")?.[0] ?? "secret";
  if (target !== "secret" && target !== "") return `Ignored an allowlist with the unsupported regexTarget ${target}.`;
  if (values.get("condition")?.[0]?.toUpperCase() === "AND")
    return "Ignored an allowlist with the unsupported condition AND.";
  return values.has("targetRules") ? "Ignored an allowlist with unsupported targetRules." : undefined;
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
  if (body.length > maxExpressionLength) return "The expression is longer than 300 characters";
  if (/\((?:[^()\\]|\\.)*[+*}](?:[^()\\]|\\.)*\)[+*{]/.test(body)) return "The expression repeats a repetition";
  try {
    new RegExp(body);
    return undefined;
  } catch {
    return "The expression is not one JavaScript can read";
  }
}
