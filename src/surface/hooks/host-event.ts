import type { Agent } from "../../store/archive/session-event.js";

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
  | "other";

/** A hook's payload in a common form. */
export interface HostEvent {
  readonly agent: Agent;
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
}

export type Payload = Readonly<Record<string, unknown>>;

/** Reads one host's payload. `event` is the name from the command line, for hosts that do not send it. */
export type ReadHostEvent = (payload: Payload, event: string, home: string) => HostEvent;

export const field = (payload: Payload, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = payload[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return "";
};
