/** Conditions that any rule may set on its match. */
interface Conditions {
  readonly id: string;
  /** Minimum Shannon entropy in bits per character; a token at or below it is not reported. */
  readonly entropy?: number;
  /** A value that contains one of these is harmless. */
  readonly harmless?: readonly string[];
  /** Only in files with one of these endings; text of unknown origin always counts. */
  readonly files?: readonly string[];
}

/**
 * A token that its prefix identifies.
 * Bodies are written in the notation of `parse-token-pattern.ts`.
 */
export interface PrefixedRule extends Conditions {
  readonly kind: "prefixed";
  readonly prefix: string | readonly string[];
  readonly body: string;
  /** What precedes the prefix; of fixed length. */
  readonly lead?: string;
  /** Whether prefix and literals are read without regard to case. */
  readonly anyCase?: boolean;
  /** Open on the left: may begin inside a word. Open on the right: the body may be followed by more of a word. */
  readonly open?: "left" | "right" | "both";
  /** The body must hold a digit: without one it is a word of some language. */
  readonly digit?: boolean;
  /** The token must look random: its prefix begins words and expressions too. */
  readonly random?: boolean;
  /** Tokens of this form may be public; those are listed by hash. */
  readonly published?: boolean;
  /** What must not come right before the token, in lower case. */
  readonly notAfter?: readonly string[];
}

/** A value of a known pattern, assigned to a name that contains one of the words. */
export interface AssignedRule extends Conditions {
  readonly kind: "assigned";
  readonly words: readonly string[];
  readonly value: string;
  /** The word must be written lower, UPPER or Capitalized: it is short enough to occur inside others. */
  readonly cased?: boolean;
  /** The name must also hold one of these after the word. */
  readonly nameHas?: readonly string[];
  /** The value must look random, because the words alone mean little. */
  readonly random?: boolean;
  /** One of these must occur within 2,000 characters before or after. */
  readonly near?: readonly string[];
}

export type Rule = PrefixedRule | AssignedRule;

type PrefixedOptions = Omit<PrefixedRule, "kind" | "id" | "prefix" | "body">;
type AssignedOptions = Omit<AssignedRule, "kind" | "id" | "words" | "value">;

export function prefixed(
  id: string,
  prefix: string | readonly string[],
  body: string,
  options: PrefixedOptions = {},
): PrefixedRule {
  return { kind: "prefixed", id, prefix, body, ...options };
}

export function assigned(
  id: string,
  words: string | readonly string[],
  value: string,
  options: AssignedOptions = {},
): AssignedRule {
  return { kind: "assigned", id, words: typeof words === "string" ? [words] : words, value, ...options };
}

/** The body of tokens that are UUIDs, in the notation of `parse-token-pattern.ts`. */
export const uuidPattern = "hex*8 '-' hex*4 '-' hex*4 '-' hex*4 '-' hex*12";
