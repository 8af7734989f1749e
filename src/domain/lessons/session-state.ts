import { isObject } from "../../base/json.js";
import { errorFingerprint } from "../../base/text/error-fingerprint.js";
import { outputLines } from "../../base/text/error-line.js";
import { opening } from "../../base/text/sentences.js";
import { classifyToolCall } from "../../hosts/classify-tool-call.js";
import { firstText, type Json, listAt, textAt } from "../../hosts/json-fields.js";
import type { CallEvent, ResultEvent, SessionEvent } from "../../store/archive/session-event.js";
import type { SessionStore } from "../../store/archive/session-store.js";
import type { ArchiveParts } from "../archive/archive-parts.js";
import { coversCommand, isReadOnlyCommand, normalizeCommand } from "../archive/extract/commands.js";
import { failureLine } from "../errors/failure-line.js";
import { isSpecific } from "../errors/same-error.js";
import { oneLine } from "./lesson-line.js";

/** How a session stands, for whoever goes on with it: the same session after compaction, the next one, another agent. */
export type SessionState = NonNullable<Awaited<ReturnType<typeof stateOfSession>>>;

/** Undefined when the archive has nothing of the session. A hook reads its last events alone. */
export async function stateOfSession(
  { exchanges, sessions }: Pick<ArchiveParts, "exchanges" | "sessions">,
  tenant: string,
  sessionId: string,
  part: "whole" | "end" = "whole",
) {
  const questions = await exchanges.outline(tenant, sessionId);
  if (questions.length === 0) return undefined;
  const subagents = await sessions.subagentsOf(tenant, sessionId);
  const ofSubagents = await Promise.all(subagents.map((id) => exchanges.outline(tenant, id)));
  const decisions = await exchanges.findings(tenant, "decision", { session: sessionId }, 8);
  const events = await (part === "whole" ? sessions.events(tenant, sessionId) : sessions.lastEvents(tenant, sessionId));
  const sinceRequest = events.slice(events.findLastIndex(({ kind }) => kind === "prompt") + 1);
  const said = events.findLast(({ kind }) => kind === "answer");
  const runs = commandsIn(await withSubagents(sessions, tenant, events, subagents));
  const changed = [...ofSubagents.flat(), ...questions].flatMap(({ files }) => files);
  const asked = questions.map(({ question, outcome }) => ({ text: withoutInterruption(question), outcome }));
  return {
    sessionId,
    /** What the person asked, in their words, the oldest first. */
    requests: asked.filter(({ text }) => text !== ""),
    /** The person stopped the agent and said nothing since. */
    isInterrupted: asked.at(-1)?.text === "",
    /** What the agent said at the end of its work on each of them, as far as it was read; empty if it did not get there. */
    answers: answersIn(events),
    /** Changed, each once, the last ones last. */
    files: [...new Set(changed.toReversed())].toReversed(),
    /** The last commands that passed and do more than look, without those that fail now. */
    passed: lastCommands(passedIn(runs)),
    failures: failuresIn(runs),
    decisions: decisions.map(
      ({ decision, reasoning }) => `${opening(decision, 240)}${reasoning ? ` because ${opening(reasoning, 160)}` : ""}`,
    ),
    /** What the agent's own list of tasks says is not done. */
    todos: todosIn(events),
    /** What the agent said last, and did since the last request. */
    lastSaid: said?.kind === "answer" ? said.text : "",
    lastSteps: sinceRequest.filter(isCall).slice(-3).map(stepOf),
    isAnswered: isFinal(sinceRequest.at(-1)),
  };
}

/** What a session and its sub-agents did, in the order of time: what they learned counts for it. */
export async function withSubagents(
  sessions: Pick<SessionStore, "lastEvents">,
  tenant: string,
  events: readonly SessionEvent[],
  subagents: readonly string[],
): Promise<SessionEvent[]> {
  const theirs = await Promise.all(subagents.map((id) => sessions.lastEvents(tenant, id)));
  const did = theirs.flat().filter(({ kind }) => kind === "call" || kind === "result");
  return did.length === 0
    ? [...events]
    : [...events, ...did].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** What Claude Code writes into a message whose turn the person stopped. */
const withoutInterruption = (text: string): string => text.replace(/\[Request interrupted by user[^\]]*\]/g, "").trim();

/** What was announced with a colon did not come. */
const isFinal = (event: SessionEvent | undefined): boolean =>
  event?.kind === "answer" && !event.text.trimEnd().endsWith(":");

/** The last text before each next prompt, if the agent did nothing after it. */
function answersIn(events: readonly SessionEvent[]): string[] {
  const answers: string[] = [];
  let last: SessionEvent | undefined;
  for (const event of [...events, undefined]) {
    const isEnd = event === undefined || event.kind === "prompt";
    const isInterruption = last?.kind === "prompt" && withoutInterruption(last.text) === "";
    if (last && isEnd && !isInterruption) answers.push(last.kind === "answer" && isFinal(last) ? last.text : "");
    last = event;
  }
  return answers;
}

/** Each once, at the place of its last use; also those that differ in what they show of their output. */
const lastCommands = (runs: readonly CommandRun[]): string[] =>
  [...new Map(runs.toReversed().map((run) => [normalizeCommand(run.command) || run.command, run])).values()]
    .toReversed()
    .map(({ command, folder }) => shown(command, folder));

type CommandRun = ReturnType<typeof commandsIn>[number];

function commandsIn(events: readonly SessionEvent[]) {
  const results = new Map(events.filter(isResult).map((event) => [event.call, event]));
  return events.filter(isCall).flatMap(({ tool, input, call }) => {
    const { command = "" } = classifyToolCall(tool, input);
    const result = results.get(call);
    if (command === "" || !result) return [];
    const folder = firstText(input, "workdir", "cwd", "dir_path", "directory");
    return [{ command, folder, ok: result.ok, output: result.text }];
  });
}

const isCall = (event: SessionEvent): event is CallEvent => event.kind === "call";
const isResult = (event: SessionEvent): event is ResultEvent => event.kind === "result";

const shown = (command: string, folder = "") => `\`${opening(oneLine(command), 200)}\`${folder ? ` in ${folder}` : ""}`;

/** Whether a later run, of those that match, is of the same command or covers it. */
const isRunLater = (runs: readonly CommandRun[], i: number, matches: (run: CommandRun) => boolean): boolean =>
  runs.slice(i + 1).some((later) => matches(later) && coversCommand(later.command, runs[i]?.command ?? ""));

/** Without those that a later failure covers. */
const passedIn = (runs: readonly CommandRun[]): CommandRun[] =>
  runs.filter(({ ok, command }, i) => ok && !isReadOnlyCommand(command) && !isRunLater(runs, i, (run) => !run.ok));

/** What Claude Code answers for the person. */
export const rejected = "the person rejected it";
const rejection = /^The user doesn't want to (?:proceed with this tool use|take this action)/;

/** The line that tells most: a runner of tasks often prints that one failed, and the reason elsewhere. */
function reasonIn(output: string): string | undefined {
  if (rejection.test(output)) return rejected;
  const first = failureLine(output);
  const isTelling = (line: string) => isSpecific(errorFingerprint(line));
  const positions = outputLines(output).filter((line) => /\S\.\w+:\d+/.test(line));
  return [first ?? "", ...positions].find((line) => line !== "" && isTelling(line)) ?? first;
}

/** Of commands that look for something, failing is an answer. */
const isFailure = ({ ok, command }: CommandRun): boolean => !ok && !isReadOnlyCommand(command);

/** Commands that failed, as they did the last time. A later one may prove that it passes now; or the person did not want it. */
const failuresIn = (runs: readonly CommandRun[]) =>
  runs.flatMap((run, i) => {
    const error = isFailure(run) && !isRunLater(runs, i, isFailure) ? reasonIn(run.output) : undefined;
    if (error === undefined) return [];
    const isOvercome = rejection.test(run.output) || isRunLater(runs, i, ({ ok }) => ok);
    return [{ command: shown(run.command), error: opening(oneLine(error), 200), isOvercome }];
  });

/** `Edit src/a.ts` or the command. */
function stepOf({ tool, input }: CallEvent): string {
  const { command, files } = classifyToolCall(tool, input);
  return command === undefined ? [tool, ...files.slice(0, 2)].join(" ") : shown(command);
}

/** The last list counts, or the tasks that were made one by one. */
function todosIn(events: readonly SessionEvent[]): string[] {
  const calls = events.filter(isCall);
  const last = calls.findLast(({ tool }) => /todo|update_plan|task_?list$/i.test(tool));
  const list = ["todos", "plan", "items"].flatMap((name) => listAt(last?.input ?? {}, name));
  const plain = list.filter((one): one is string => typeof one === "string");
  const items = list.length > 0 ? list.filter(isObject) : singleTasks(calls, events.filter(isResult));
  const open = items.filter((item) => !/^(completed|done|cancelled|deleted)$/i.test(textAt(item, "status")));
  return [...plain, ...open.map((item) => firstText(item, "content", "step", "title", "subject"))]
    .filter(Boolean)
    .map((text) => opening(text, 160))
    .slice(0, 12);
}

/** "Task #2 created" is the result of making one. */
function singleTasks(calls: readonly CallEvent[], results: readonly ResultEvent[]): Json[] {
  const updates = calls.filter(({ tool }) => tool === "TaskUpdate").map(({ input }) => input);
  return calls
    .filter(({ tool }) => tool === "TaskCreate")
    .map(({ input, call }, i) => {
      const made = results.find((result) => result.call === call)?.text ?? "";
      const id = /#(\d+)/.exec(made)?.[1] ?? String(i + 1);
      const own = updates.filter((update) => textAt(update, "taskId") === id);
      return { ...input, status: own.map((update) => textAt(update, "status")).findLast(Boolean) ?? "" };
    });
}

export type SessionBrief = ReturnType<typeof briefOf>;

const maxBrief = 6000;

/** Summaries keep what was done and lose how: the request in the person's words, commands that work, and where. */
export function briefOf(state: SessionState) {
  const last = state.requests.at(-1) ?? { text: "", outcome: "open" };
  const failing = state.failures.filter(({ isOvercome }) => !isOvercome).at(-1);
  const lines = [
    `- open request, as the person said it: ${opening(oneLine(last.text), 1000)} (${last.outcome})`,
    ...state.requests.slice(-8, -1).map(({ text, outcome }) => `- asked: ${opening(oneLine(text), 240)} (${outcome})`),
    ...state.passed.slice(-6).map((command) => `- passed: ${command}`),
    ...(state.files.length > 0 ? [`- files changed: ${state.files.slice(-20).join(", ")}`] : []),
    ...state.decisions.map((decision) => `- decided: ${decision}`),
    ...state.todos.map((todo) => `- to do: ${todo}`),
    ...(failing ? [`- failing: ${failing.command}: ${failing.error}`] : []),
    ...(state.lastSaid ? [`- last said: ${opening(state.lastSaid, 500)}`] : []),
  ];
  const title = opening(oneLine(last.text), 80);
  return { sessionId: state.sessionId, title, text: lines.join("\n").slice(0, maxBrief) };
}
