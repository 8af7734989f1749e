import type { Statement } from "../../../../store/archive/exchange.js";
import { isCodeLike } from "./not-a-statement.js";
import { splitMessage, splitSentences } from "./split-sentences.js";
import { classes, scoreClasses } from "./statement-model.js";
import { wordPattern } from "./word-pattern.js";

const maxLength = 240;
/** A proposal stands at the end of an answer. */
const lastSentences = 4;
const maxShortAnswer = 3;
const maxAssentWords = 10;
/** As likely as this to be a choice, had the person said it: "run the tests" and "rename it" are far below. */
const minScore = 0.2;

/** How a prompt begins that agrees with what the agent proposed. */
const agrees =
  /^(?:(?:and|oh|ah|well|great|perfect|nice|lovely|good|then|also|na|bueno|bon|bah)[,.! ]+)*(?:yes|yeah|yep|yup|ya|ok(?:ay)?|sure|fine|agreed|deal|right|exactly|works for me|sounds (?:good|great|fine|right|doable)|go (?:ahead|for it|with)|do (?:it|that|so)|let's (?:do|use|take|go)|please do|make it so|approved|ja|jo|jep|genau|passt|gut|einverstanden|machen? (?:wir|das|so)|nehmen wir|klingt gut|gerne|sí|si|vale|venga|dale|adelante|hazlo|perfecto|de acuerdo|me parece|oui|ouais|d'accord|parfait|vas-y|allez|ça (?:marche|me va)|très bien|entendu|adopté|validé|faisons)(?!\p{L})|^(?:好|行|可以|同意|就这样|就這樣|没问题|换|用|那就|はい|ええ|お願い|それで|では|じゃあ|いいです|了解|賛成)/iu;
/** Says itself that something was proposed; a mere "ok" may be about anything. */
const acts =
  /(?:do (?:it|that|so)|go (?:ahead|for it|with)|let's|agreed|approved|make it so|sounds|mach|nehmen wir|einverstanden|adopté|hazlo|adelante|dale|vas-y|faisons|allez|就|换|それで|では|じゃあ)/iu;
const objects =
  /[?？]|(?<!\p{L})(?:but|except|not|don't|no|aber|nicht|nur|pero|mais|pas|sauf)(?!\p{L})|但|不过|でも|けど/iu;

const proposes = wordPattern(
  "i(?:'d| would| can| could| suggest| propose| recommend)|we (?:could|can|should|might)|how about|what about|shall (?:we|i)|should (?:we|i)|want me to|my (?:pick|suggestion|recommendation|proposal)|(?:better|best|solid|right|simplest|safer|safest) (?:choice|option|way)",
  "ich (?:würde|kann|könnte|schlage)|wir (?:könnten|sollten|schlagen)|(?:mein )?vorschlag|soll(?:en)? (?:ich|wir)",
  "propongo|sugiero|recomiendo|podemos|podríamos|puedo|podría|conviene",
  "je (?:propose|suggère|recommande|peux|pourrais)|on (?:peut|pourrait)|nous pourrions|mieux vaut",
);
const proposesAnywhere = /可以|建议|建議|不如|要不|と思います|しましょうか|どうでしょう|提案|のがよい|のが良い/u;

/** What only makes a proposal of a choice. */
const frame =
  /(?<!\p{L})(?:i(?:'d| would| can| could| suggest| propose| recommend)(?: to)?|we (?:could|can|should|might)|how about|shall (?:we|i)|should (?:we|i)|ich (?:würde|kann|könnte)|wir (?:könnten|sollten)|propongo|sugiero|podemos|podríamos|puedo|je (?:propose|suggère) (?:de |d')?|je peux|on (?:peut|pourrait))\s+/giu;

/** "I'd pick DTW, 30 second window. → ok dtw": what a person agreed to is decided. */
export function acceptedProposal(answer: string, prompt: string): Omit<Statement, "files"> | undefined {
  const [assent = ""] = splitSentences(prompt);
  if (!agrees.test(assent) || objects.test(assent) || assent.split(/\s+/).length > maxAssentWords) return undefined;
  const parts = splitMessage(answer.slice(-2000));
  const sentences = parts.filter(({ form, text }) => form === "prose" && !isCodeLike(text)).map(({ text }) => text);
  // All of a short answer may be the proposal; a long one reports and explains too.
  const isShort = parts.length <= maxShortAnswer && (acts.test(assent) || /[?？]$/.test(sentences.at(-1) ?? ""));
  const [best] = sentences
    .slice(-lastSentences)
    .filter((one) => one.length <= maxLength && (isShort || proposes.test(one) || proposesAnywhere.test(one)))
    .map((text) => ({ text, score: choiceScore(text) }))
    .toSorted((a, b) => b.score - a.score);
  if (best === undefined || best.score < minScore) return undefined;
  return { kind: "statement", about: "decision", text: `${best.text} → ${assent}`, by: "person", dropped: [] };
}

/** The probability that a sentence is for later, as if the person had said it; 0 if it would be no choice. */
function choiceScore(sentence: string): number {
  const scores = scoreClasses(sentence.replace(frame, ""), "person");
  const [none = 1, ...others] = scores;
  const about = classes[1 + others.indexOf(Math.max(...others))];
  return about === "decision" || about === "preference" ? 1 - none : 0;
}
