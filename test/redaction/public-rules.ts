import { type TomlFields, tablesInToml } from "../../src/domain/formats/read-toml.js";
import { type Node, parseExpression, toJavaScript } from "./regular-expression.js";

/** A rule of the public set, read as its own program reads it. */
export interface PublicRule {
  readonly id: string;
  readonly node: Node;
  readonly expression: RegExp;
  readonly keywords: readonly string[];
  readonly entropy: number;
  readonly secretGroup: number;
  readonly allow: readonly PublicAllow[];
}

interface PublicAllow {
  readonly target: string;
  readonly regexes: readonly RegExp[];
  readonly stopwords: readonly string[];
}

export interface PublicFinding {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** Reads the file in the order of its tables: an allow list below a rule is that rule's. */
export function readPublicRules(toml: string): { rules: PublicRule[]; pathOnly: string[] } {
  const blocks = tablesInToml(toml);
  const common = blocks.filter(({ table }) => table === "allowlist").map(toAllow);
  const rules: PublicRule[] = [];
  const pathOnly: string[] = [];
  blocks.forEach((block, at) => {
    if (block.table !== "rules") return;
    const next = blocks.findIndex(({ table }, i) => i > at && table === "rules");
    const own = blocks
      .slice(at + 1, next < 0 ? blocks.length : next)
      .filter(({ table }) => table === "rules.allowlists");
    const regex = text(block, "regex");
    if (regex === undefined) pathOnly.push(text(block, "id") ?? "");
    else rules.push(toRule(block, regex, [...common, ...own.map(toAllow)]));
  });
  return { rules, pathOnly };
}

const strings = ({ fields }: TomlFields, key: string) =>
  [fields.get(key)].flat().filter((value) => typeof value === "string");
const text = (block: TomlFields, key: string) => strings(block, key)[0];
const number = ({ fields }: TomlFields, key: string) => Number(fields.get(key) ?? 0);
const toExpression = (source: string) => new RegExp(toJavaScript(parseExpression(source)), "g");

function toRule(block: TomlFields, regex: string, allow: readonly PublicAllow[]): PublicRule {
  const node = parseExpression(regex);
  return {
    id: text(block, "id") ?? "",
    node,
    expression: new RegExp(toJavaScript(node), "g"),
    keywords: strings(block, "keywords"),
    entropy: number(block, "entropy"),
    secretGroup: number(block, "secretGroup"),
    allow,
  };
}

function toAllow(block: TomlFields): PublicAllow {
  return {
    target: text(block, "regexTarget") ?? "secret",
    regexes: strings(block, "regexes").map(toExpression),
    stopwords: strings(block, "stopwords"),
  };
}

/** What the rule finds in a text: keyword, expression, entropy and allow lists, in that order. */
export function findByPublicRule(rule: PublicRule, text: string): PublicFinding[] {
  const lower = text.toLowerCase();
  if (rule.keywords.length > 0 && !rule.keywords.some((word) => lower.includes(word.toLowerCase()))) return [];
  return [...text.matchAll(rule.expression)].flatMap((match) => {
    const secret = secretOf(match, rule.secretGroup);
    if (rule.entropy > 0 && shannon(secret) <= rule.entropy) return [];
    if (rule.allow.some((allow) => isAllowed(allow, secret, match[0], lineOf(text, match.index)))) return [];
    const start = match.index + match[0].lastIndexOf(secret);
    return [{ rule: rule.id, start, end: start + secret.length }];
  });
}

function secretOf(match: RegExpExecArray, group: number): string {
  if (group > 0) return match[group] ?? "";
  return match.slice(1).find((part) => part !== undefined && part !== "") ?? match[0];
}

function isAllowed(allow: PublicAllow, secret: string, match: string, line: string): boolean {
  const target = allow.target === "match" ? match : allow.target === "line" ? line : secret;
  const lower = secret.toLowerCase();
  return (
    allow.regexes.some((regex) => target.search(regex) >= 0) ||
    allow.stopwords.some((word) => lower.includes(word.toLowerCase()))
  );
}

function lineOf(text: string, at: number): string {
  return text.slice(text.lastIndexOf("\n", at) + 1).split("\n", 1)[0] ?? "";
}

export function shannon(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum - (n / text.length) * Math.log2(n / text.length), 0);
}
