import type { Statement } from "../../../../store/archive/exchange.js";
import { droppedTerms } from "./dropped-terms.js";
import { splitSentences } from "./split-sentences.js";

const maxLength = 240;
const maxAnswerWords = 6;
const offersChoice = /(?<!\p{L})(?:or|oder|o|ou)(?!\p{L})|(?:^|\s)(?:[ABab]|[12])[).:]\s|option/iu;
/** Neither chooses nor decides. */
const undecided =
  /^(?:yes|no|ok(?:ay)?|sure|go ahead|hm+|maybe|not sure|i don't|no idea|either|wait|why|explain|show|tell|both\?)(?!\p{L})|\?$/iu;

/** The question with which an agent's text ends, with the options before it; empty when it offers no choice. */
export function choiceAsked(answer: string): string {
  const sentences = splitSentences(answer.slice(-2000));
  if (!sentences.at(-1)?.endsWith("?")) return "";
  for (const count of [1, 2, 3]) {
    const text = sentences.slice(-count).join(" ");
    if (text.length <= maxLength && offersChoice.test(text)) return text;
  }
  return "";
}

/** "Redis or in process? → in process": a choice that only makes sense with what it answers. */
export function answeredChoice(asked: string | undefined, prompt: string): Omit<Statement, "files"> | undefined {
  const [answer = ""] = splitSentences(prompt);
  if (!asked || answer === "" || undecided.test(answer) || answer.split(/\s+/).length > maxAnswerWords)
    return undefined;
  return {
    kind: "statement",
    about: "decision",
    text: `${asked} → ${answer}`,
    by: "person",
    dropped: droppedTerms(answer),
  };
}
