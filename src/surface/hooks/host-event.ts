import type { Agent } from "../../store/archive/session-event.js";

/** What a hook may be answered with; everything else is only noted. */
export type Occasion =
  | "session-start"
  | "session-resume"
  | "compaction-start"
  | "compaction-end"
  | "prompt"
  | "file"
  | "tool-failure"
  | "other";

/** A hook's payload in our words. */
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
  /** The output of a failed tool. */
  readonly error: string;
  /** The file that a tool opened or changed. */
  readonly file: string;
}

export type Payload = Readonly<Record<string, unknown>>;

/** Understands one host's payload. `event` is the name given on the command line, for hosts that do not send it. */
export type ReadHostEvent = (payload: Payload, event: string, home: string) => HostEvent;

export const field = (payload: Payload, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = payload[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return "";
};
