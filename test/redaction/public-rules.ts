import { parse } from "smol-toml";
import { type Node, parseExpression, toJavaScript } from "./regular-expression.js";

/** A rule of the public set, read as its own program reads it. */
export interface PublicRule {
  readonly id: string;
  readonly node: Node;
  readonly expression: RegExp;
  readonly keywords: readonly string[];
  readonly entropy: number;
  readonly secretGroup: number;
  readonly path: RegExp | undefined;
  readonly allow: readonly PublicAllow[];
}

interface PublicAllow {
  readonly target: string;
  readonly regexes: readonly RegExp[];
  readonly stopwords: readonly string[];
}

interface RawAllow {
  regexTarget?: string;
  regexes?: string[];
  stopwords?: string[];
}

interface RawRule {
  id: string;
  regex?: string;
  keywords?: string[];
  entropy?: number;
  secretGroup?: number;
  path?: string;
  allowlists?: RawAllow[];
}

export interface PublicFinding {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

export function readPublicRules(toml: string): { rules: PublicRule[]; pathOnly: string[] } {
  const raw = parse(toml) as unknown as { allowlist?: RawAllow; rules: RawRule[] };
  const common = raw.allowlist ? [toAllow(raw.allowlist)] : [];
  const rules = raw.rules.flatMap((rule) => (rule.regex === undefined ? [] : [toRule(rule, rule.regex, common)]));
  return { rules, pathOnly: raw.rules.filter((rule) => rule.regex === undefined).map((rule) => rule.id) };
}

const toExpression = (source: string) => new RegExp(toJavaScript(parseExpression(source)), "g");

function toRule(raw: RawRule, regex: string, common: readonly PublicAllow[]): PublicRule {
  const node = parseExpression(regex);
  return {
    id: raw.id,
    node,
    expression: new RegExp(toJavaScript(node), "g"),
    keywords: raw.keywords ?? [],
    entropy: raw.entropy ?? 0,
    secretGroup: raw.secretGroup ?? 0,
    path: raw.path === undefined ? undefined : toExpression(raw.path),
    allow: [...common, ...(raw.allowlists ?? []).map(toAllow)],
  };
}

function toAllow(raw: RawAllow): PublicAllow {
  return {
    target: raw.regexTarget ?? "secret",
    regexes: (raw.regexes ?? []).map(toExpression),
    stopwords: raw.stopwords ?? [],
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
