import rows from "../../../../data/secret-rules.json" with { type: "json" };

/** Conditions that any rule may set on its match. */
interface Conditions {
  readonly id: string;
  /** Why it has this form. */
  readonly why?: string;
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

export const isPrefixedRule = (rule: Rule): rule is PrefixedRule => "prefix" in rule;

/** Every token pattern that is detected by default; forms that need code of their own are in `detectors/`. */
export const secretRules = rows as readonly Rule[];
