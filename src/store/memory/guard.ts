/** What a guard stops: a declared condition over one tool call. Conditions that are absent do not count. */
export interface Condition {
  /** The agent's own name of the tool; `a|b` is either, `*` is any text. */
  readonly tool?: string;
  /** Words of commands, one of which is run: program, subcommand, flags. */
  readonly command?: readonly string[];
  /** Files that are changed, as globs from the project's folder; `!` excludes. */
  readonly path?: readonly string[];
  /** A regular expression in the command, or else in a line that is added to a file. */
  readonly text?: string;
  /** A regular expression that makes it harmless: in the command, in the line, or else in the whole file. */
  readonly not?: string;
  /** Only files that do not exist yet, or only those that do. */
  readonly new?: boolean;
}

export interface GuardForm extends Condition {
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
