export type HostName = "claude-code" | "codex" | "gemini" | "opencode";
export type Moment = "start" | "prompt" | "file" | "failure";

/** A regular expression, or several that must all match the same item; case is ignored. */
export type Expression = string | readonly string[];

/** Something planted in a story that later sessions need. */
export interface Fact {
  readonly kind: string;
  /** The fact is recognized when one of these matches. */
  readonly accept: readonly Expression[];
  /** An item that matches one of these says something else. */
  readonly not?: readonly string[];
}

/** Something that must not be given as true: a hypothetical, a reversed decision, another project's fact. */
export interface FalseLine {
  readonly why: string;
  readonly match: string;
  /** The session, counted from 1, from whose start on it is false. Default: always. */
  readonly from?: number;
  /** An item that also matches this marks the statement as no longer true. */
  readonly unless?: string;
}

/** One turn has exactly one of `user`, `agent`, `run`, `read`, `edit`, `write`, `tool`. */
export interface Turn {
  readonly user?: string;
  readonly agent?: string;
  readonly run?: string;
  readonly exit?: number;
  readonly read?: string;
  readonly edit?: string;
  readonly old?: string;
  readonly new?: string;
  readonly write?: string;
  readonly text?: string;
  readonly tool?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly output?: string;
  /** Facts that the agent needs by now: with this prompt, at this file, at this failure. */
  readonly needs?: readonly string[];
}

export interface Session {
  readonly host: HostName;
  /** Another project than the story's. */
  readonly project?: string;
  /** Facts that the agent needs at the start. */
  readonly needs?: readonly string[];
  readonly turns: readonly Turn[];
}

export interface Story {
  readonly name: string;
  readonly about: string;
  readonly project: string;
  readonly language: string;
  readonly voice: string;
  readonly facts: Readonly<Record<string, Fact>>;
  readonly never: readonly FalseLine[];
  /** What is true and may be learned although no session needs it. */
  readonly fine?: readonly Expression[];
  readonly sessions: readonly Session[];
}

/** The file or command that a turn is about decides the moment at which its needs arise. */
export function momentOf(turn: Turn): Moment {
  if (turn.user !== undefined) return "prompt";
  return turn.run !== undefined ? "failure" : "file";
}
