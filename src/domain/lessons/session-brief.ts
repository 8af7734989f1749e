import { isObject } from "../../base/json.js";
import { opening } from "../../base/text/sentences.js";
import { classifyToolCall } from "../../hosts/classify-tool-call.js";
import { firstText, listAt, objectsAt, textAt } from "../../hosts/json-fields.js";
import type { Decision, LocatedFinding } from "../../store/archive/exchange.js";
import type { ExchangeStore } from "../../store/archive/exchange-store.js";
import type { SessionEvent } from "../../store/archive/session-event.js";
import type { SessionStore } from "../../store/archive/session-store.js";
import { isReadOnlyCommand } from "../archive/extract/is-read-only-command.js";
import { oneLine } from "./lesson-line.js";

/** The state of a session, for when its context was compacted. */
export interface SessionBrief {
  readonly sessionId: string;
  /** The last question, in one line. */
  readonly title: string;
  readonly text: string;
}

const maxChars = 6000;

/** Undefined when the archive has nothing of the session. */
export async function briefSession(
  { exchanges, sessions }: { exchanges: ExchangeStore; sessions: SessionStore },
  tenant: string,
  sessionId: string,
): Promise<SessionBrief | undefined> {
  const questions = await exchanges.outline(tenant, sessionId);
  const last = questions.at(-1);
  if (!last) return undefined;
  const decisions = await exchanges.findings(tenant, "decision", { session: sessionId }, 8);
  const recent = await sessions.lastEvents(tenant, sessionId);
  const files = [...new Set(questions.flatMap((one) => one.files))].slice(-20);
  // Summaries keep what was done and lose how: the request in the person's words, commands that work, and where.
  const lines = [
    `- open request, as the person said it: ${opening(oneLine(last.question), 1000)} (${last.outcome})`,
    ...questions
      .slice(-8, -1)
      .map(({ question, outcome }) => `- asked: ${opening(oneLine(question), 240)} (${outcome})`),
    ...passedIn(recent).map((command) => `- passed: ${command}`),
    ...(files.length > 0 ? [`- files changed: ${files.join(", ")}`] : []),
    ...decisions.map(decisionLine),
    ...todosIn(recent).map((todo) => `- to do: ${todo}`),
    ...failingIn(recent),
    ...lastAnswer(recent),
  ];
  return {
    sessionId,
    title: opening(oneLine(last.question), 80),
    text: lines.join("\n").slice(0, maxChars),
  };
}

const decisionLine = ({ decision, reasoning }: LocatedFinding<Decision>) =>
  `- decided: ${opening(decision, 240)}${reasoning ? ` because ${opening(reasoning, 160)}` : ""}`;

/** What the agent's own list of tasks says is not done: the last list counts. */
function todosIn(events: readonly SessionEvent[]): string[] {
  const last = events.findLast((event) => event.kind === "call" && /todo|update_plan|task_?list/i.test(event.tool));
  if (last?.kind !== "call") return [];
  const items = [
    ...objectsAt(last.input, "todos"),
    ...objectsAt(last.input, "plan"),
    ...objectsAt(last.input, "items"),
  ];
  const plain = listAt(last.input, "todos").filter((one): one is string => typeof one === "string");
  return [
    ...plain,
    ...items
      .filter(isObject)
      .filter((item) => !/^(completed|done|cancelled)$/i.test(textAt(item, "status")))
      .map((item) => textAt(item, "content") || textAt(item, "step") || textAt(item, "title")),
  ]
    .filter(Boolean)
    .map((text) => opening(text, 160))
    .slice(0, 12);
}

/** The last commands that passed and do more than look, each with the folder that it names. */
function passedIn(events: readonly SessionEvent[]): string[] {
  const passed = new Set(events.flatMap((event) => (event.kind === "result" && event.ok ? [event.call] : [])));
  const commands = events.flatMap((event) => {
    if (event.kind !== "call" || !passed.has(event.call)) return [];
    const { command = "" } = classifyToolCall(event.tool, event.input);
    if (command === "" || isReadOnlyCommand(command)) return [];
    const folder = firstText(event.input, "workdir", "cwd", "dir_path", "directory");
    return [`\`${opening(oneLine(command), 200)}\`${folder ? ` in ${folder}` : ""}`];
  });
  return [...new Set(commands.toReversed())].slice(0, 6).toReversed();
}

/** The last command, when it failed: what the agent was busy with. */
function failingIn(events: readonly SessionEvent[]): string[] {
  const last = events.findLast((event) => event.kind === "result");
  return last?.kind === "result" && !last.ok ? [`- last result failed: ${opening(last.text.trim(), 300)}`] : [];
}

function lastAnswer(events: readonly SessionEvent[]): string[] {
  const last = events.findLast((event) => event.kind === "answer");
  return last?.kind === "answer" ? [`- last said: ${opening(last.text, 500)}`] : [];
}
