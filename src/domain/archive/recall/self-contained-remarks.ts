import { contentWords, overlap } from "../extract/statements/content-words.js";
import { isStatementLike } from "../extract/statements/extract-statements.js";
import { splitSentences } from "../extract/statements/split-sentences.js";

const minWords = 4;
const maxLength = 160;
/** Speaks of the moment, of the speaker, of the agent, or of a sentence before it. */
const isBound =
  /(?<!\p{L})(?:i|i'm|i'll|i'd|i've|me|my|you|your|it|it's|this|that|these|those|they|here is|please|thanks|still|again|now|ich|mir|du|das|dies\p{L}*|yo|me|tú|eso|esto|je|j'ai|tu|ça|cela)(?!\p{L})/iu;

/**
 * Sentences of a person that no rule knows but that can be understood alone. They fill the room that a brief has left:
 * rules know the wording they know.
 */
export function selfContainedRemarks(prompt: string, stated: readonly string[], dropped: readonly string[]): string[] {
  const known = stated.map(contentWords);
  // The first sentence of a prompt is what was asked for.
  return splitSentences(prompt)
    .slice(1)
    .filter((sentence) => sentence.split(/\s+/).length >= minWords && sentence.length <= maxLength)
    .filter((sentence) => isStatementLike(sentence, "person") && !isBound.test(sentence))
    .filter((sentence) => !dropped.some((term) => sentence.toLowerCase().includes(term)))
    .filter((sentence) => !known.some((words) => overlap(words, contentWords(sentence)) >= 0.6));
}
