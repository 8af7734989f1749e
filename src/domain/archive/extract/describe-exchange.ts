import words from "../../../../data/exchange-words.json" with { type: "json" };
import { errorFingerprint } from "../../../base/text/error-fingerprint.js";
import { errorLine } from "../../../base/text/error-line.js";
import { opening } from "../../../base/text/sentences.js";
import type { Decision, ExchangeRecord, Implementation, PatternKind } from "../../../store/archive/exchange.js";
import type { DraftCall, ExchangeDraft } from "../ingest/exchange-draft.js";
import { isReadOnlyCommand, normalizeCommand } from "./commands.js";
import { extractDecisions } from "./extract-decisions.js";
import { extractRemediations } from "./extract-remediations.js";
import { implementationText } from "./implementation-text.js";

/** Designs that decisions speak of, by the name under which they are counted. */
const designs = Object.entries(words.designs).map(([name, source]) => ({ name, words: new RegExp(source, "i") }));

/** What was done in an exchange, counted: commands, kinds of edits, designs, tools, errors. */
function extractPatterns(calls: readonly DraftCall[], decisions: readonly Decision[]): ExchangeRecord["patterns"] {
  const uses = new Map<string, ExchangeRecord["patterns"][number]>();
  const count = (kind: PatternKind, pattern: string, ok: boolean | undefined) => {
    if (pattern === "") return;
    const before = uses.get(`${kind}\0${pattern}`) ?? { kind, pattern, uses: 0, successes: 0, failures: 0 };
    const [successes, failures] = [before.successes + Number(ok === true), before.failures + Number(ok === false)];
    uses.set(`${kind}\0${pattern}`, { ...before, uses: before.uses + 1, successes, failures });
  };
  for (const call of calls) {
    if (call.own) continue;
    count("tool", call.tool, call.ok);
    if (call.command !== undefined) count("command", normalizeCommand(call.command), call.ok);
    if (call.ok === false) count("error", errorFingerprint(errorLine(call.output ?? "") ?? ""), undefined);
    if (call.changes) for (const label of call.edits) count("code", label, call.ok);
  }
  const chosen = decisions.map(({ decision }) => decision).join("\n");
  for (const { name, words } of designs) if (words.test(chosen)) count("architecture", name, undefined);
  return [...uses.values()];
}

type Outcome = ExchangeRecord["exchange"]["outcome"];

const good =
  /\b(fixed|solved|works now|done|implemented|created|updated|added|removed|renamed|pass(?:es|ed|ing)?|resolved|complete[d]?)\b/i;
/** The agent says that it did not get there. */
const gaveUp =
  /\b(could not|couldn't|cannot (?:fix|solve|make|get|reproduce)|unable|not able to|still (?:broken|fail\w*|crash\w*)|do(?:es)?n't work|not working|no luck|gave up|blocked|was rejected)\b/i;
/** Without having done anything, only what it says of itself counts: a discussion mentions what could not work. */
const iCould = /\bi(?:'m| am| was)? (?:could not|couldn't|cannot|can't|unable|not able)\b/i;
/** Mentions a failure, which may have been fixed. */
const failing = /\bfail(?:s|ed|ing|ure)?\b/i;

/** How an exchange ended: the result of its last meaningful command, then the last words, then whether anything was done. */
function classifyOutcome(calls: readonly DraftCall[], texts: readonly string[]): Outcome {
  if (texts.length === 0 && calls.length === 0) return "open";
  const last = texts.at(-1) ?? "";
  const isAct = ({ command, changes }: DraftCall) => changes || (command !== undefined && !isReadOnlyCommand(command));
  const acts = calls.filter(isAct);
  const command = acts.findLast((call) => call.command !== undefined && call.ok !== undefined);
  if (acts.length === 0) return iCould.test(last) ? "failed" : "answered";
  const isGood = good.test(last);
  if (command?.ok === false && !isGood) return "failed";
  if (gaveUp.test(last) && !(isGood && command?.ok === true)) return "failed";
  if (failing.test(last) && !isGood && command?.ok !== true) return "failed";
  return acts.some(({ ok }) => ok !== false) ? "solved" : "answered";
}

/** Topics by the words that name them: whole words, so that "latest" is no test and "interest" no REST. */
const topics = Object.entries(words.topics).map(([name, source]) => ({ name, words: new RegExp(source, "i") }));

export const extractTopics = (text: string): string[] =>
  topics.filter(({ words }) => words.test(text)).map(({ name }) => name);

const maxFiles = 200;
const maxDecisions = 10;
const maxImplementations = 50;

/** Everything that is derived from an exchange without a model. `shorten` makes paths relative to the project they are in. */
export function describeExchange(
  draft: ExchangeDraft,
  { sessionId, project, shorten }: { sessionId: string; project: string; shorten(path: string): string },
): ExchangeRecord {
  const { key, at, endedAt, question } = draft;
  const withStoredPaths = (call: DraftCall) => ({ ...call, files: call.files.map(shorten) });
  const calls = draft.calls.map(withStoredPaths);
  const unresolved = (draft.unresolved ?? []).map(withStoredPaths);
  const texts = draft.answers.map(([, text]) => text);
  const answer = texts.join("\n\n");
  const decided = texts.map((text) => extractDecisions(text));
  const decisions = [...extractDecisions(question, 5), ...decided.flat().slice(0, maxDecisions)];
  const remediations = extractRemediations([...unresolved, ...calls], unresolved.length);
  const implementations = calls.filter(({ changes, own }) => changes && !own).flatMap(toImplementation);
  const changed = unique(implementations.map(({ file }) => file)).slice(0, maxFiles);
  const outcome = classifyOutcome(calls, texts);
  const exchange = {
    sessionId,
    project,
    key,
    at,
    endedAt,
    question,
    answer,
    outcome,
    files: changed,
    solution: {
      // The answer that says what was chosen; otherwise the first.
      approach: opening(texts.find((_, i) => decided[i]?.length) ?? texts[0] ?? "", 600),
      implementation: implementationText(calls, changed),
      outcome: texts.length > 1 ? opening(texts.at(-1) ?? "", 600) : lastResult(calls),
    },
    topics: extractTopics(`${question}\n${opening(answer, 2000)}\n${toolsIn(calls)}`),
    importance: importanceOf(answer, changed.length > 0, decisions.length > 0, outcome),
  };
  return {
    exchange,
    findings: [...decisions, ...implementations.slice(-maxImplementations), ...remediations],
    patterns: extractPatterns(calls, decisions),
    touches: touchesOf(calls),
    activity: activityOf(calls),
  };
}

const unique = (items: readonly string[]): string[] => [...new Set(items)];

const toImplementation = ({ tool, files, intent }: DraftCall): Implementation[] =>
  files.map((file) => ({ kind: "implementation", tool, file, description: opening(intent, 400) || `${tool} ${file}` }));

function lastResult(calls: readonly DraftCall[]): string {
  const last = calls.findLast(({ command, output }) => command !== undefined && output);
  return last ? opening(`${opening(last.command ?? "", 120)}: ${last.output ?? ""}`, 400) : "";
}

function importanceOf(answer: string, changes: boolean, decides: boolean, outcome: Outcome): number {
  if (answer === "" && !changes) return 0.1;
  const byText = (answer.length >= 80 ? 15 : 0) + (decides ? 15 : 0);
  return (30 + byText + (changes ? 20 : 0) + (outcome === "solved" ? 20 : 0)) / 100;
}

function touchesOf(calls: readonly DraftCall[]): ExchangeRecord["touches"] {
  const touches = new Map<string, ExchangeRecord["touches"][number]>();
  for (const { files, changes, own } of calls) {
    if (own) continue;
    for (const path of files)
      if (changes || !touches.has(path)) touches.set(path, { path, how: changes ? "changed" : "read" });
  }
  return [...touches.values()].slice(0, maxFiles * 2);
}

/** Commands show what an exchange was about; test commands do not. */
const toolsIn = (calls: readonly DraftCall[]): string =>
  unique(calls.flatMap(({ command }) => (command && !isReadOnlyCommand(command) ? command.slice(0, 100) : [])))
    .slice(0, 20)
    .join("\n")
    .replace(/\b(?:tests?|vitest|jest|mocha|pytest|coverage|npm|npx|pnpm|yarn|node)\b/g, "");

/** Commands and errors are searched for as often as the words of the conversation. */
export function activityOf(calls: readonly DraftCall[]): string {
  const commands = unique(calls.flatMap(({ command }) => (command ? command.slice(0, 300) : []))).slice(-200);
  const errors = calls.filter(({ ok, own }) => ok === false && !own).map(({ output }) => (output ?? "").slice(0, 600));
  return [...commands, ...unique(errors).slice(-50)].join("\n");
}
