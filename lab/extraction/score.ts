import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describeExchange } from "../../src/domain/archive/extract/describe-exchange.js";
import { buildExchanges, emptyBuilderState } from "../../src/domain/archive/ingest/exchange-builder.js";
import { shortenerFor } from "../../src/domain/archive/ingest/slice-transcript.js";
import { findHost } from "../../src/hosts/all-hosts.js";
import type { Decision, ExchangeRecord, Remediation } from "../../src/store/archive/exchange.js";
import { type Expectations, readScript, type Script } from "./read-script.js";
import { writeAsAgent } from "./write-as-agent.js";

/** Counts of one kind: expected, extracted, and correctly extracted. */
export interface Score {
  expected: number;
  extracted: number;
  correct: number;
  /** Expected items that were extracted: two extractions of one item count once. */
  recalled: number;
}

export type Half = "tune" | "held-out";

export interface ScoreReport {
  readonly scores: ReadonlyMap<string, Score>;
  readonly mistakes: readonly string[];
}

export const readHalf = (half: Half): Script[] =>
  readdirSync(join(import.meta.dirname, half))
    .toSorted()
    .map((name) => readScript(name, readFileSync(join(import.meta.dirname, half, name), "utf8")));

/** Reads the scripts as the archive would and compares its extractions with the annotations. */
export function scoreScripts(scripts: readonly Script[]): ScoreReport {
  const scores = new Map<string, Score>();
  const mistakes: string[] = [];
  const count = (kind: string, counts: Score) => {
    const sum = scores.get(kind) ?? { expected: 0, extracted: 0, correct: 0, recalled: 0 };
    for (const name of ["expected", "extracted", "correct", "recalled"] as const) sum[name] += counts[name];
    scores.set(kind, sum);
  };
  for (const script of scripts) {
    const records = recordsOf(script);
    for (const [i, { expected, question }] of script.exchanges.entries()) {
      const record = records[i];
      const note = (text: string) => mistakes.push(`${script.name} ${i + 1} (${question.slice(0, 30)}): ${text}`);
      if (record) compare(expected, record, { count, note });
      else note("no exchange");
    }
  }
  return { scores, mistakes };
}

function recordsOf(script: Script): ExchangeRecord[] {
  const builder = buildExchanges(emptyBuilderState());
  const shorten = shortenerFor(["/w"]);
  for (const [i, line] of writeAsAgent(script).entries()) {
    for (const event of findHost(script.agent)?.transcripts?.read(line, String(i)).events ?? []) builder.take(event);
  }
  return builder.changed().map((draft) => describeExchange(draft, { sessionId: script.name, project: "p", shorten }));
}

interface Tally {
  count(kind: string, counts: Score): void;
  note(text: string): void;
}

function compare(expected: Expectations, record: ExchangeRecord, tally: Tally): void {
  const { exchange, findings, patterns } = record;
  compareOutcome(expected, exchange.outcome, tally);
  const decisions = findings.filter((one): one is Decision => one.kind === "decision");
  compareDecisions(expected, decisions, tally);
  compareSets("file", expected.files, exchange.files, tally);
  const fixes = findings.filter((one): one is Remediation => one.kind === "remediation");
  const isFix = (expected: Expectations["fixes"][number], fix: Remediation) =>
    fix.error.includes(expected.error) && [...fix.files].sort().join() === [...expected.files].sort().join();
  compareLists("fix", expected.fixes, fixes, isFix, tally);
  const commands = patterns.filter(({ kind }) => kind === "command");
  const recalled = expected.commands.filter(({ command, ok, fail }) =>
    commands.some((one) => one.pattern === command && one.successes === ok && one.failures === fail),
  );
  recallOnly("command", expected.commands.length, recalled.length, tally);
  for (const one of expected.commands) if (!recalled.includes(one)) tally.note(`command missed: ${one.command}`);
  const topics = expected.topics.filter((topic) => exchange.topics.includes(topic));
  recallOnly("topic", expected.topics.length, topics.length, tally);
  for (const one of expected.topics) if (!topics.includes(one)) tally.note(`topic missed: ${one}`);
}

function compareOutcome({ outcome }: Expectations, extracted: string, { count, note }: Tally): void {
  for (const kind of ["solved", "failed", "answered"]) {
    const [expected, actual] = [Number(outcome === kind), Number(extracted === kind)];
    count(kind, { expected, extracted: actual, correct: expected * actual, recalled: expected * actual });
  }
  if (outcome !== extracted) note(`outcome ${extracted}, not ${outcome}`);
}

function compareDecisions({ decisions: expected }: Expectations, extracted: readonly Decision[], tally: Tally): void {
  const isSame = ({ text }: { text: string }, one: Decision) => containsIgnoringCase(one.decision, text);
  compareLists("decision", expected, extracted, isSame, tally);
  for (const one of expected) {
    const match = extracted.find((decision) => isSame(one, decision));
    if (one.reason) recallOnly("reason", 1, Number(containsIgnoringCase(match?.reasoning ?? "", one.reason)), tally);
    if (one.reason && match && !containsIgnoringCase(match.reasoning, one.reason))
      tally.note(`reason missed: ${match.reasoning}`);
    const isFound = match?.alternatives.some((other) => containsIgnoringCase(other, one.alternative)) ?? false;
    if (one.alternative) recallOnly("alternative", 1, Number(isFound), tally);
    if (one.alternative && match && !isFound) tally.note(`alternative missed: ${match.alternatives.join("; ")}`);
  }
}

const containsIgnoringCase = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

const compareSets = (kind: string, expected: readonly string[], extracted: readonly string[], tally: Tally) =>
  compareLists(kind, expected, extracted, (a, b) => a === b, tally);

function compareLists<W, F>(
  kind: string,
  expected: readonly W[],
  extracted: readonly F[],
  isSame: (expected: W, extracted: F) => boolean,
  { count, note }: Tally,
): void {
  const correct = extracted.filter((one) => expected.some((other) => isSame(other, one)));
  const recalled = expected.filter((one) => extracted.some((other) => isSame(one, other)));
  count(kind, {
    expected: expected.length,
    extracted: extracted.length,
    correct: correct.length,
    recalled: recalled.length,
  });
  for (const one of expected) if (!recalled.includes(one)) note(`${kind} missed: ${JSON.stringify(one)}`);
  for (const one of extracted) if (!correct.includes(one)) note(`${kind} wrong: ${JSON.stringify(one)}`);
}

/** Annotations that list only the main items: additional extractions are not mistakes. */
const recallOnly = (kind: string, expected: number, recalled: number, { count }: Tally) =>
  count(kind, { expected, extracted: recalled, correct: recalled, recalled });
