import type { Json } from "./json-fields.js";

/** A tool call that has not run yet. */
export interface ToolAction {
  readonly tool: string;
  readonly command?: string;
  readonly files: readonly string[];
  readonly changes: boolean;
  /** Texts that it writes into files, with what they replace; of a whole file, all of it. */
  readonly added: readonly {
    readonly file: string;
    readonly text: string;
    readonly before?: string;
    readonly isWhole?: boolean;
    readonly exists?: boolean;
  }[];
}

/** The events that a hook answers with context; all others are only recorded. */
export type Occasion =
  | "session-start"
  | "session-resume"
  | "compaction-start"
  | "compaction-end"
  | "prompt"
  | "file"
  | "tool-failure"
  | "turn-end"
  | "action"
  | "subagent-start"
  | "other";

/** What a hook's payload says, in a common form. */
export interface PayloadFields {
  /** The host's own name of the event. */
  readonly name: string;
  readonly occasion: Occasion;
  readonly session: string;
  /** The transcript, or the session's path in the host's database. */
  readonly transcript: string;
  readonly folder: string;
  readonly prompt: string;
  /** Characters that the same message of the host already carries: its start has no moment of its own. */
  readonly received?: number;
  /** The output of a failed tool. */
  readonly error: string;
  /** The command that failed; empty where the host does not say it. */
  readonly command?: string;
  /** The file that a tool opened or changed. */
  readonly file: string;
  /** What the agent is about to do. */
  readonly action?: ToolAction;
}

export interface HostEvent extends PayloadFields {
  /** Id of the host. */
  readonly agent: string;
  /** The event came through the hook of another host. If the host has hooks of ours in this file, they handle it. */
  readonly ownHooks?: string;
}

/** Claude Code's answer that stops an action. */
export const stopAnswer = (effect: "ask" | "deny", reason: string): string =>
  JSON.stringify({
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: effect, permissionDecisionReason: reason },
  });

/** What a host is told that cannot ask the person: the agent has to. */
export const askInWords = (effect: "ask" | "deny", reason: string): string =>
  effect === "deny" ? reason : `${reason}. Ask the person first; their yes in a message allows it.`;

/** For hosts that know Claude Code's answer, but cannot ask. */
export const denyOnly = (effect: "ask" | "deny", reason: string): string =>
  stopAnswer("deny", askInWords(effect, reason));

/** What a host's hooks send, and the answers that they take. Most send Claude Code's fields. */
export interface PayloadFormat {
  /** The occasion of each event, by its name; that of a finished tool call is found in its result. */
  readonly occasions: Readonly<Record<string, Occasion | "tool">>;
  /** The payload with Claude Code's names of fields, where the host has others. */
  plain?(payload: Json): Json;
  /** Fields that differ from Claude Code's in more than their names. */
  read?(payload: Json, read: PayloadFields, home: string): Partial<PayloadFields>;
  /** Whether a payload is this host's, if the command line names none, or one whose hooks other hosts run. */
  isOwn?(payload: Json, transcript: string): boolean;
  /** Other hosts run the hooks in this host's files, too. */
  readonly isShared?: boolean;
  /** The file with the hooks that were installed for this host, which therefore runs them besides those of others. */
  hookFile?(home: string): string;
  /** The answer with context, if it is not Claude Code's. */
  context?(text: string): string;
  /** The answer that stops an action, or asks the person first, if it is not Claude Code's. */
  stop?(effect: "ask" | "deny", reason: string): string;
  /** The exit code that stops an action, of hosts that read the reason from the standard error. */
  readonly stopExitCode?: number;
  /** Our own program in the host, or the host, takes plain texts; before an action, only what stops it. */
  readonly takesText?: boolean;
  /** Before an action the host takes no context, only a stop. */
  readonly hasNoActionContext?: boolean;
  /** The answer that asks for one more turn, if it is not Claude Code's. */
  turn?(reason: string): string;
}
