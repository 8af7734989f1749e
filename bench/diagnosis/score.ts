import { type Case, halfOf } from "./cases.js";

/** What a diagnosis says about an output. */
export interface Answer {
  /** Id of the cause; undefined when the diagnosis says that it does not know. */
  readonly cause: string | undefined;
  readonly text: string;
  readonly confidence: number;
  /** The place that it names in the reader's own code. */
  readonly frame: string | undefined;
}

export type Verdict = "right" | "empty" | "unknown" | "wrong" | "silent" | "false alarm";

export interface Judged {
  readonly one: Case;
  readonly answer: Answer;
  readonly verdict: Verdict;
  readonly frameVerdict: "right" | "wrong" | "none";
}

/** `silent` and `false alarm` are for output without an error, `empty` for an answer that repeats the class only. */
function verdictOf({ causes, names }: Case, { cause, text }: Answer): Verdict {
  if (causes.includes("no-error") && (cause === undefined || causes.includes(cause))) return "silent";
  if (causes[0] === "no-error") return "false alarm";
  const namesAll = names.every((name) => text.toLowerCase().includes(name.toLowerCase()));
  if (cause === undefined) return causes.includes("unknown") && namesAll ? "right" : "unknown";
  if (!causes.includes(cause)) return "wrong";
  return namesAll ? "right" : "empty";
}

export function judge(one: Case, answer: Answer): Judged {
  const { frame } = answer;
  const frameVerdict = one.frame === undefined || frame === undefined ? "none" : endsWith(frame, one.frame);
  return { one, answer, verdict: verdictOf(one, answer), frameVerdict };
}

const endsWith = (frame: string, expected: string) => (frame.includes(expected) ? "right" : "wrong");

/** Cases that are not in the half that their name decides. */
export const misfiled = (half: string, cases: readonly Case[]) =>
  cases.filter(({ tool, name }) => halfOf(tool, name) !== half).map(({ tool, name }) => `${tool}/${name}`);
