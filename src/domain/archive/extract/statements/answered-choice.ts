import type { Statement } from "../../../../store/archive/exchange.js";
import { contentWords } from "./content-words.js";
import { droppedTerms } from "./dropped-terms.js";
import { splitSentences } from "./split-sentences.js";

const maxLength = 240;
const maxAnswerWords = 6;
/** Options need no question: "I can write a parser or take tree-sitter." */
const offers =
  /(?<!\p{L})(?:(?:two|three|2|3) (?:ways|options)|either|i (?:can|could)|we (?:can|could)|zwei (?:wege|möglichkeiten)|entweder|(?:ich|wir) k(?:ann|önnen|önnten)|dos (?:opciones|formas)|pued[oe]|podemos|deux (?:options|façons)|soit|(?:je|on) peux?t?)(?!\p{L})/iu;
const offersChoice = /(?<!\p{L})(?:or|oder|o|ou)(?!\p{L})|(?:^|\s)(?:[ABab]|[12])[).:]\s|option/iu;
/** Neither chooses nor decides. */
const undecided =
  /^(?:yes|no|ok(?:ay)?|sure|go ahead|hm+|maybe|not sure|i don't|no idea|either|wait|why|explain|show|tell|both\?)(?!\p{L})|\?$/iu;

/** The question or offer with which an agent's text ends, with the options before it; empty when it offers no choice. */
export function choiceAsked(answer: string): string {
  const sentences = splitSentences(answer.slice(-2000));
  const last = sentences.at(-1) ?? "";
  if (!last.endsWith("?")) return last.length <= maxLength && offers.test(last) && offersChoice.test(last) ? last : "";
  for (const count of [1, 2, 3]) {
    const text = sentences.slice(-count).join(" ");
    if (text.length <= maxLength && offersChoice.test(text)) return text;
  }
  return "";
}

/** "Redis or in process? → in process": a choice that only makes sense with what it answers. */
export function answeredChoice(asked: string | undefined, prompt: string): Omit<Statement, "files"> | undefined {
  const [answer = ""] = splitSentences(prompt);
  if (!asked || answer === "" || undecided.test(answer) || !isShortChoice(asked, answer)) return undefined;
  return {
    kind: "statement",
    about: "decision",
    text: `${asked} → ${answer.slice(0, maxLength / 2)}`,
    by: "person",
    dropped: droppedTerms(answer),
  };
}

/** Short, or it begins with one of the options; an offer that asks nothing is answered only by naming one. */
function isShortChoice(asked: string, answer: string): boolean {
  const [first = ""] = answer.toLowerCase().split(/[\s,.:;]+/);
  const namesOption = [...contentWords(first)].some((word) => contentWords(asked).has(word));
  return namesOption || (asked.endsWith("?") && answer.split(/\s+/).length <= maxAnswerWords);
}
