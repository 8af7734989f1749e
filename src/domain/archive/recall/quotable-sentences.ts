import { isStatementLike } from "../extract/statements/extract-statements.js";
import { splitSentences } from "../extract/statements/split-sentences.js";

/** The sentences of an answer that may be given as they are: no plans, no hypotheticals, nothing that was given up since. */
export const quotableSentences = (answer: string, droppedTerms: readonly string[]): string[] =>
  splitSentences(answer).filter(
    (sentence) =>
      isStatementLike(sentence, "agent") && !droppedTerms.some((term) => sentence.toLowerCase().includes(term)),
  );
