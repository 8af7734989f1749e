import { passagesOf } from "./passages.js";
import { typedWords } from "./typed-words.js";

/**
 * Forms with which people say that something is meant for later. Only where they begin a clause: "Always commit the
 * parent task" is a rule, "the error does not always occur" is not. Derived from the English of three real projects, where
 * all eight such sentences were rules; the other languages are not measured.
 */
const forms = [
  "remember(?: that|:|,)|from now on|from here on|never again|always|never|don't ever|do not ever",
  "merk dir|ab jetzt|ab sofort|nie wieder|immer|niemals",
  "recuerda que|a partir de ahora|de ahora en adelante|nunca más|siempre|nunca",
  "retiens que|souviens-toi que|à partir de maintenant|dorénavant|plus jamais|toujours|jamais",
];
// Behind a colon only what is announced as a rule: "fix this: always …" may repeat the words of another.
const clauseStart = String.raw`(?:^|[.!;]\s+|(?:rules?|reminder|remember|regel|regla|règle)\s*:\s+|,\s+|\b(?:and|und|y|et|no|also)\s+)`;
const explicit = new RegExp(
  `${clauseStart}(?:${forms.join("|")})(?![\\p{L}-])|(?<!\\p{L})never\\b.{3,80}\\bagain\\b|^(?:记住|以后(?:都|不要|请)|今后|覚えておいて|今後は)`,
  "iu",
);
/** A verb in the third person describes, "never appears": it does not ask for anything. */
const described = /(?:^|[\s,])(?:never|always|immer|nunca|siempre|jamais|toujours) \p{L}+(?:s|ed|ing)(?!\p{L})/iu;

const minLength = 15;
const maxLength = 300;
/** Longer messages are pasted texts, whose rules are not the person's. */
const maxMessage = 2500;
const maxSentences = 3;

/** Sentences in which the person says explicitly what is to hold from now on. */
export function explicitWords(prompt: string): string[] {
  if (prompt.length > maxMessage) return [];
  return passagesOf(typedWords(prompt))
    .flatMap((passage) => passage.split(/(?<=[.!?])\s+| · /))
    .map((sentence) => sentence.trim())
    .filter(({ length }) => length >= minLength && length <= maxLength)
    .filter((sentence) => !sentence.endsWith("?") && explicit.test(sentence) && !described.test(sentence))
    .slice(0, maxSentences);
}
