import { describeCause, describeUnknown, matchPatterns } from "../../src/domain/errors/diagnosis/diagnose.js";
import { ownFrame } from "../../src/domain/errors/own-frame.js";
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

/** What diagnosis by patterns says about an output alone. */
function answer(output: string): Answer {
  const [first] = matchPatterns(output, "");
  const frame = ownFrame(output);
  const text = first ? describeCause(first, frame) : describeUnknown(output, frame);
  return { cause: first?.id, text, confidence: first?.confidence ?? 0, frame };
}

export function judge(one: Case): Judged {
  const answered = answer(one.output);
  const { frame } = answered;
  const frameVerdict = one.frame === undefined || frame === undefined ? "none" : endsWith(frame, one.frame);
  return { one, answer: answered, verdict: verdictOf(one, answered), frameVerdict };
}

const endsWith = (frame: string, expected: string) => (frame.includes(expected) ? "right" : "wrong");

/** Every claimed cause with its confidence. A cause for output without an error is a wrong claim. */
export const claimsOf = (judged: readonly Judged[]) =>
  judged
    .filter(({ answer }) => answer.cause !== undefined)
    .map(({ answer, verdict }) => ({
      confidence: answer.confidence,
      isRight: verdict === "right" || verdict === "silent",
    }));

/** Cases that are not in the half that their name decides. */
export const misfiled = (half: string, cases: readonly Case[]) =>
  cases.filter(({ tool, name }) => halfOf(tool, name) !== half).map(({ tool, name }) => `${tool}/${name}`);
