import type { CallEvent, ResultEvent, SessionEvent } from "../store/archive/session-event.js";

/** A session of the archive that becomes the host's own transcript again. */
export interface RestoredSession {
  readonly id: string;
  readonly folder: string;
  readonly branch: string;
  readonly model: string;
  readonly title: string;
  readonly startedAt: string;
  readonly messages: readonly RestoredMessage[];
  /** Says in the transcript that it was restored, when, and what is missing. */
  readonly note: string;
}

/** A message of a person, of the agent, or the results of its calls. */
export interface RestoredMessage {
  readonly role: "user" | "assistant";
  /** The key of its first event, so that the same event is known when the transcript is read again. */
  readonly key: string;
  readonly at: string;
  readonly blocks: readonly RestoredBlock[];
}

export type RestoredBlock =
  | { readonly kind: "text"; readonly key: string; readonly text: string; readonly isSummary: boolean }
  | Pick<CallEvent, "kind" | "call" | "tool" | "input">
  | Pick<ResultEvent, "kind" | "call" | "text" | "ok" | "exitCode">;

/** What a host needs to continue a session. */
export interface Restoration {
  /** Where the transcript belongs; only a name if the host takes it in by itself. */
  readonly path: string;
  readonly text: string;
  /** How the host takes a file into its database. */
  readonly take?: { readonly program: string; args(path: string): readonly string[] };
  /** The command that continues the session. */
  readonly resume: string;
}

/** Events as messages. Every call gets a result, because models refuse a conversation without one. */
export function restoredMessages(events: readonly SessionEvent[]): RestoredMessage[] {
  const results = new Map(events.flatMap((event) => (event.kind === "result" ? [[event.call, event] as const] : [])));
  const messages: { role: "user" | "assistant"; key: string; at: string; blocks: RestoredBlock[] }[] = [];
  let open: string[] = [];
  const answerCalls = (at: string) => {
    const blocks = open.map((call): RestoredBlock => {
      const { text = "", ok = false, exitCode } = results.get(call) ?? {};
      return { kind: "result", call, text: text || "(no result was recorded)", ok, exitCode };
    });
    if (blocks.length > 0) messages.push({ role: "user", key: `${open[0]}:results`, at, blocks });
    open = [];
  };
  for (const event of events) {
    const { kind, key, at } = event;
    if (kind === "result") continue;
    // Calls without a result in between were made at once.
    const isParallel = kind === "call" && events[events.indexOf(event) - 1]?.kind === "call";
    if (!isParallel) answerCalls(at);
    const role = kind === "answer" || kind === "call" ? "assistant" : "user";
    const last = messages.at(-1);
    if (kind === "call") open.push(event.call);
    const block: RestoredBlock =
      kind === "call"
        ? { kind, call: event.call, tool: event.tool, input: event.input }
        : { kind: "text", key, text: event.text, isSummary: kind === "summary" };
    if (last?.role === "assistant" && role === "assistant") last.blocks.push(block);
    else messages.push({ role, key, at, blocks: [block] });
  }
  answerCalls(events.at(-1)?.at ?? "");
  return messages;
}
