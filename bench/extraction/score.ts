import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describeExchange } from "../../src/domain/archive/extract/describe-exchange.js";
import { buildExchanges, emptyFold } from "../../src/domain/archive/ingest/exchange-builder.js";
import { shortenerFor } from "../../src/domain/archive/ingest/slice-transcript.js";
import { readers } from "../../src/domain/archive/readers/readers.js";
import type { Decision, ExchangeRecord, Remediation } from "../../src/store/archive/exchange.js";
import { type Expected, readScript, type Script } from "./read-script.js";
import { writeAsAgent } from "./write-as-agent.js";

/** Of one kind: how many were there, how many were said to be there, how many of those rightly. */
export interface Score {
  expected: number;
  found: number;
  right: number;
  /** Rightly said, counted by what was expected: two sayings of one thing are one. */
  met: number;
}

export type Half = "tune" | "held-out";

export interface Outcome {
  readonly scores: ReadonlyMap<string, Score>;
  readonly mistakes: readonly string[];
}

export const readHalf = (half: Half): Script[] =>
  readdirSync(join(import.meta.dirname, half))
    .toSorted()
    .map((name) => readScript(name, readFileSync(join(import.meta.dirname, half, name), "utf8")));

/** Reads the scripts as the archive would and compares what it draws from them with what a person found. */
export function scoreScripts(scripts: readonly Script[]): Outcome {
  const scores = new Map<string, Score>();
  const mistakes: string[] = [];
  const count = (kind: string, counts: Score) => {
    const sum = scores.get(kind) ?? { expected: 0, found: 0, right: 0, met: 0 };
    for (const name of ["expected", "found", "right", "met"] as const) sum[name] += counts[name];
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
  const fold = buildExchanges(emptyFold());
  const shorten = shortenerFor(["/w"]);
  for (const [i, line] of writeAsAgent(script).entries()) {
    for (const event of readers[script.agent].read(line, String(i)).events) fold.take(event);
  }
  return fold.changed().map((draft) => describeExchange(draft, { sessionId: script.name, project: "p", shorten }));
}

interface Tally {
  count(kind: string, counts: Score): void;
  note(text: string): void;
}

function compare(expected: Expected, record: ExchangeRecord, tally: Tally): void {
  const { exchange, findings, patterns } = record;
  compareOutcome(expected, exchange.outcome, tally);
  const decisions = findings.filter((one): one is Decision => one.kind === "decision");
  compareDecisions(expected, decisions, tally);
  compareSets("file", expected.files, exchange.files, tally);
  const fixes = findings.filter((one): one is Remediation => one.kind === "remediation");
  const isFix = (wanted: Expected["fixes"][number], fix: Remediation) =>
    fix.error.includes(wanted.error) && [...fix.files].sort().join() === [...wanted.files].sort().join();
  compareLists("fix", expected.fixes, fixes, isFix, tally);
  const commands = patterns.filter(({ kind }) => kind === "command");
  const met = expected.commands.filter(({ command, ok, fail }) =>
    commands.some((one) => one.pattern === command && one.successes === ok && one.failures === fail),
  );
  recallOnly("command", expected.commands.length, met.length, tally);
  for (const one of expected.commands) if (!met.includes(one)) tally.note(`command missed: ${one.command}`);
  const topics = expected.topics.filter((topic) => exchange.topics.includes(topic));
  recallOnly("topic", expected.topics.length, topics.length, tally);
  for (const one of expected.topics) if (!topics.includes(one)) tally.note(`topic missed: ${one}`);
}

function compareOutcome({ outcome }: Expected, found: string, { count, note }: Tally): void {
  for (const kind of ["solved", "failed", "answered"]) {
    const [wanted, said] = [Number(outcome === kind), Number(found === kind)];
    count(kind, { expected: wanted, found: said, right: wanted * said, met: wanted * said });
  }
  if (outcome !== found) note(`outcome ${found}, not ${outcome}`);
}

function compareDecisions({ decisions: wanted }: Expected, found: readonly Decision[], tally: Tally): void {
  const isSame = ({ text }: { text: string }, one: Decision) => holds(one.decision, text);
  compareLists("decision", wanted, found, isSame, tally);
  for (const one of wanted) {
    const match = found.find((decision) => isSame(one, decision));
    if (one.reason) recallOnly("reason", 1, Number(holds(match?.reasoning ?? "", one.reason)), tally);
    if (one.reason && match && !holds(match.reasoning, one.reason)) tally.note(`reason missed: ${match.reasoning}`);
    const has = match?.alternatives.some((other) => holds(other, one.alternative)) ?? false;
    if (one.alternative) recallOnly("alternative", 1, Number(has), tally);
    if (one.alternative && match && !has) tally.note(`alternative missed: ${match.alternatives.join("; ")}`);
  }
}

const holds = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

const compareSets = (kind: string, wanted: readonly string[], found: readonly string[], tally: Tally) =>
  compareLists(kind, wanted, found, (a, b) => a === b, tally);

function compareLists<W, F>(
  kind: string,
  wanted: readonly W[],
  found: readonly F[],
  isSame: (wanted: W, found: F) => boolean,
  { count, note }: Tally,
): void {
  const right = found.filter((one) => wanted.some((other) => isSame(other, one)));
  const met = wanted.filter((one) => found.some((other) => isSame(one, other)));
  count(kind, { expected: wanted.length, found: found.length, right: right.length, met: met.length });
  for (const one of wanted) if (!met.includes(one)) note(`${kind} missed: ${JSON.stringify(one)}`);
  for (const one of found) if (!right.includes(one)) note(`${kind} wrong: ${JSON.stringify(one)}`);
}

/** Where a person named only what matters: more than that is no mistake. */
const recallOnly = (kind: string, expected: number, met: number, { count }: Tally) =>
  count(kind, { expected, found: met, right: met, met });
