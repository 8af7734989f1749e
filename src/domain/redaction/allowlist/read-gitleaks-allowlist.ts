import { ConfigSyntaxError } from "../../formats/config-syntax-error.js";
import { type TomlFields, tablesInToml } from "../../formats/read-toml.js";
import type { Allowlist } from "./allowlist.js";

export interface GitleaksAllowlist {
  readonly allow: Allowlist;
  /** Parts of the file that are ignored, and why; shown to the person who approves it. */
  readonly refused: readonly string[];
}

const maxFileBytes = 256 * 1024;
const maxExpressionLength = 300;

/** Reads what a repository's `.gitleaks.toml` allows. Whatever else the file says is passed over. */
export function readGitleaksAllowlist(toml: string): GitleaksAllowlist {
  if (toml.length > maxFileBytes) return { allow: {}, refused: ["The file is longer than 256 KB."] };
  try {
    return allowlistIn(tablesInToml(toml));
  } catch (error) {
    if (!(error instanceof ConfigSyntaxError)) throw error;
    return { allow: {}, refused: [`The file is not valid TOML: ${error.message}.`] };
  }
}

function allowlistIn(tables: readonly TomlFields[]): GitleaksAllowlist {
  const refused: string[] = [];
  const lists = tables.filter((table) => isFollowed(table, refused));
  const wordsOf = (key: string) => lists.flatMap((list) => stringsIn(list, key)).filter(Boolean);
  const expressions = (key: string) => wordsOf(key).flatMap((source) => toExpression(source, refused) ?? []);
  return {
    allow: {
      rules: tables.filter(({ table }) => table === "extend").flatMap((extend) => stringsIn(extend, "disabledRules")),
      stopWords: wordsOf("stopwords"),
      patterns: expressions("regexes"),
      paths: expressions("paths"),
    },
    refused,
  };
}

/** One string, or those in a list. */
const stringsIn = ({ fields }: TomlFields, key: string): string[] =>
  [fields.get(key)].flat().filter((value) => typeof value === "string");

/** Lists that hold for single rules, or for a line rather than a value, would allow more here than they do there. */
function isFollowed(list: TomlFields, refused: string[]): boolean {
  const { table } = list;
  if (table !== "allowlist" && table !== "allowlists") {
    if (/^rules\.allowlists?$/.test(table)) refused.push("Ignored the allowlist of a single rule.");
    return false;
  }
  const reason = reasonToRefuse(list);
  if (reason) refused.push(reason);
  return reason === undefined;
}

function reasonToRefuse(list: TomlFields): string | undefined {
  const [target = "secret"] = stringsIn(list, "regexTarget");
  if (target !== "secret" && target !== "") return `Ignored an allowlist with the unsupported regexTarget ${target}.`;
  if (stringsIn(list, "condition")[0]?.toUpperCase() === "AND")
    return "Ignored an allowlist with the unsupported condition AND.";
  return list.fields.has("targetRules") ? "Ignored an allowlist with unsupported targetRules." : undefined;
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
