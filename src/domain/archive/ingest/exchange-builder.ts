import { opening } from "../../../base/text/sentences.js";
import { classifyToolCall } from "../../../hosts/classify-tool-call.js";
import { cutMiddle } from "../../../store/archive/event-chunks.js";
import type {
  CallEvent,
  ResultEvent,
  SessionEvent,
  SessionMetadata,
  TextEvent,
} from "../../../store/archive/session-event.js";
import { classifyEdits, shortDiff } from "../extract/edits.js";
import { unresolvedCalls } from "../extract/extract-remediations.js";
import type { ExchangeDraft } from "./exchange-draft.js";
import { fenceName, isOwnTool, stripInjected } from "./injected-text.js";

/** What reading resumes with when a transcript grew: stored as JSON between processes. */
export interface ExchangeBuilderState {
  facts: Mutable<SessionMetadata>;
  startedAt: string;
  endedAt: string;
  draft?: ExchangeDraft;
  /** The first question of some length: the title of a session to which its agent gave none. */
  subject?: string;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export const emptyBuilderState = (): ExchangeBuilderState => ({ facts: {}, startedAt: "", endedAt: "" });

/** Longer questions and answers are shortened in an exchange; the events have the full text. */
const maxQuestionLength = 16_384;
const maxAnswerLength = 65_536;
const maxOutputLength = 2048;
const maxCalls = 5000;
/** How much of the text before a call is kept with it. */
const maxIntent = 600;
/** Shorter prompts (`hi`, `continue`) do not say what a session is about. */
const minSubjectLength = 12;

/** What later lines may change. */
const changing = ["parent", "branch", "model", "title", "version"] as const;
/** A file belongs to the session and the folder that it began with, whatever it changes to later. */
const lasting = ["sessionId", "folder"] as const;

/** Turns events into exchanges, one at a time: in pieces or at once, the exchanges are the same. */
export function buildExchanges(state: ExchangeBuilderState) {
  const changed = new Map<string, ExchangeDraft>();
  const touch = (draft: ExchangeDraft, at: string) => {
    if (at > draft.endedAt) draft.endedAt = at;
    changed.set(draft.key, draft);
  };

  function takePrompt(event: TextEvent): SessionEvent | undefined {
    const text = stripInjected(event.text);
    if (text === "") return undefined;
    const question = cutMiddle(text, maxQuestionLength);
    const open = state.draft;
    const isFresh = open && open.answers.length === 0 && open.calls.length === 0;
    // Some agents write a prompt twice, in two forms.
    if (open && (open.key === event.key || (isFresh && open.question === question))) return undefined;
    if (open && isFresh) {
      // Said in several messages before the agent began.
      open.question = cutMiddle(`${open.question}\n${question}`, maxQuestionLength);
      touch(open, event.at);
      return { ...event, text };
    }
    if (state.subject === undefined && question.trim().length >= minSubjectLength)
      state.subject = opening(question, 80);
    const unresolved = open ? unresolvedCalls([...(open.unresolved ?? []), ...open.calls]) : [];
    const { key, at } = event;
    const draft = { key, at, endedAt: at, question, answers: [], calls: [] };
    state.draft = unresolved.length === 0 ? draft : { ...draft, unresolved };
    touch(state.draft, at);
    return { ...event, text };
  }

  return {
    learn(update: SessionMetadata): void {
      const { facts } = state;
      for (const name of changing) if (update[name]) facts[name] = update[name];
      for (const name of lasting) if (update[name] && !facts[name]) facts[name] = update[name];
      facts.tokensIn = (facts.tokensIn ?? 0) + (update.tokensIn ?? 0);
      facts.tokensOut = (facts.tokensOut ?? 0) + (update.tokensOut ?? 0);
    },

    /** The event as it is stored; undefined when it is not. */
    take(event: SessionEvent): SessionEvent | undefined {
      const at = event.at || state.endedAt;
      const timed = event.at ? event : { ...event, at };
      if (at && (!state.startedAt || at < state.startedAt)) state.startedAt = at;
      if (at > state.endedAt) state.endedAt = at;
      if (timed.kind === "prompt") return takePrompt(timed);
      const draft = state.draft;
      if (!draft) return timed;
      touch(draft, at);
      if (timed.kind === "answer") putAnswer(draft, timed.key, timed.text);
      if (timed.kind === "call") putCall(draft, timed);
      return timed.kind === "result" ? putResult(draft, withoutInjected(timed)) : timed;
    },

    /** Exchanges that changed since the builder was created, the open one last. */
    changed: (): readonly ExchangeDraft[] => [...changed.values()],
  };
}

function putAnswer(draft: ExchangeDraft, key: string, text: string): void {
  const index = draft.answers.findLastIndex(([one]) => one === key);
  if (index >= 0) draft.answers.splice(index, 1, [key, text]);
  else draft.answers.push([key, text]);
  let size = draft.answers.reduce((sum, [, one]) => sum + one.length, 0);
  // The beginning says what was planned and the end how it went: the middle is dropped first.
  while (size > maxAnswerLength && draft.answers.length > 2) {
    const [gone] = draft.answers.splice(1, 1);
    size -= gone?.[1].length ?? 0;
  }
  const last = draft.answers.at(-1);
  if (size > maxAnswerLength && last) last[1] = cutMiddle(last[1], maxAnswerLength / 2);
}

function putCall(draft: ExchangeDraft, { call: id, tool, at, input }: CallEvent): void {
  if (draft.calls.some((call) => call.id === id)) return;
  const { files, changes, command } = classifyToolCall(tool, input);
  draft.calls.push({
    id,
    tool,
    at,
    files,
    changes,
    ...(command === undefined ? {} : { command: cutMiddle(command, maxOutputLength) }),
    intent: (draft.answers.at(-1)?.[1] ?? "").slice(-maxIntent),
    edits: changes ? classifyEdits(files, input) : [],
    ...(changes ? { diff: shortDiff(input) } : {}),
    own: isOwnTool(tool),
  });
  if (draft.calls.length > maxCalls) draft.calls.splice(1, 1);
}

/** Some hosts put what a hook answers into the tool's output. */
const withoutInjected = (event: ResultEvent): ResultEvent =>
  event.text.includes(fenceName) ? { ...event, text: stripInjected(event.text) } : event;

function putResult(draft: ExchangeDraft, event: ResultEvent): SessionEvent {
  const call = draft.calls.findLast(({ id }) => id === event.call);
  if (!call) return event;
  call.ok = event.ok && call.ok !== false;
  if (event.exitCode !== undefined) call.exitCode = event.exitCode;
  if (call.own) return { ...event, text: "[answer of Throughline, not kept]" };
  call.output = cutMiddle(event.text, call.ok ? 400 : maxOutputLength);
  return event;
}
