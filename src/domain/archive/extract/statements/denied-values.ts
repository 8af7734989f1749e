import { contentWords } from "./content-words.js";
import { properNames } from "./proper-names.js";
import { splitSentences } from "./split-sentences.js";

const denial =
  /^(?:(?:hm+|ah|oh|um|uh|well|sorry|wait|ok|äh|ach|halt|moment|perdona|perdón|euh|attends|pardon)[,.!…]*\s+)*(?:no|nope|almost|not exactly|not any ?more|that used to|it used to|scratch that|fast|nicht ganz|casi|presque|plus maintenant|wrong|not (?:true|quite|right)|that(?:'s| is| was) (?:wrong|not)|incorrect|nein|falsch|stimmt nicht|das stimmt nicht|eso no|no es|non|c'est faux|faux|pas du tout)(?=[\s,.!:;]|$)/iu;

/** Whether a prompt contradicts the answer before it. */
export const isDenial = (prompt: string): boolean => denial.test(prompt.trim());

/** A shorter denial does not repeat what it is about. */
const maxWordsOfShortDenial = 2;

/** Numbers and names of the answer's sentences that a denial speaks of and does not repeat: they were wrong. */
export function deniedValues(answer: string, prompt: string): string[] {
  const [said, corrected] = [contentWords(prompt), prompt.toLowerCase()];
  const isShort = said.size <= maxWordsOfShortDenial;
  const spokenOf = splitSentences(answer).filter(
    (sentence) => isShort || [...contentWords(sentence)].some((word) => said.has(word)),
  );
  const values = spokenOf.flatMap((sentence) => [
    ...(sentence.match(/\d[\d.,]*\d|\d{2,}/g) ?? []),
    ...properNames(sentence),
  ]);
  return [...new Set(values.map((value) => value.toLowerCase()))].filter((value) => !corrected.includes(value));
}
