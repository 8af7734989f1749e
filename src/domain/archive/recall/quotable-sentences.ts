import type { Exchange, Statement } from "../../../store/archive/exchange.js";
import { contentWords, overlap } from "../extract/statements/content-words.js";
import { isStatementLike } from "../extract/statements/extract-statements.js";
import { splitSentences } from "../extract/statements/split-sentences.js";

/**
 * The sentences of an exchange that speak of what a prompt asks, the best first: no plans, no hypotheticals, nothing
 * that was abandoned since. The person's words count like the answer.
 */
export function quotableSentences(
  { question, answer }: Pick<Exchange, "question" | "answer">,
  prompt: string,
  droppedTerms: readonly string[],
): string[] {
  const promptWords = contentWords(prompt);
  const quotable = (text: string, by: Statement["by"]) =>
    splitSentences(text).filter((sentence) => isStatementLike(sentence, by));
  return [...quotable(question, "person"), ...quotable(answer, "agent")]
    .filter((sentence) => !droppedTerms.some((term) => sentence.toLowerCase().includes(term)))
    .map((sentence) => ({ sentence, score: overlap(promptWords, contentWords(sentence)) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ sentence }) => sentence);
}
