/** What a guard stops: a declared condition over one tool call. Conditions that are absent do not count. */
export interface GuardForm {
  /** The agent's own name of the tool. */
  readonly tool?: string;
  /** Words of a command: program, subcommand, flags; `a|b` is either. */
  readonly words?: readonly string[];
  /** Words that make it harmless; with `path`, files that may be changed. */
  readonly not?: readonly string[];
  /** Files that may not be changed, as a glob from the project's folder. */
  readonly path?: string;
  /** Text that may not be added to a file. */
  readonly content?: string;
  readonly effect: "ask" | "deny";
  /** The right way. */
  readonly instead?: string;
}

/** Holds only once a person accepted it; one that was declined is kept, so that it is not proposed again. */
export type GuardState = "proposed" | "accepted" | "declined";

/** A guard of a lesson, with what became of it. */
export interface Guard extends GuardForm {
  readonly state: GuardState;
  /** How often it stopped an action, and how often the person overruled it. */
  readonly stops: number;
  readonly overruled: number;
}
