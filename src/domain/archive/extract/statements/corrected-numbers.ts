import { contentWords } from "./content-words.js";
import { isDenial } from "./denied-values.js";
import { isStatementLike } from "./extract-statements.js";
import { corrects } from "./proper-names.js";
import { splitSentences } from "./split-sentences.js";

/** An earlier sentence with the number that a person put in the place of a wrong one. */
export interface CorrectedNumber {
  readonly text: string;
  /** The wrong number, with its unit where it has one. */
  readonly wrong: string;
}

const words = `one two three four five six seven eight nine ten eleven twelve
  ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf
  un dos tres cuatro cinco seis siete ocho nueve diez once doce
  un deux trois quatre cinq six sept huit neuf dix onze douze`.split(/\s+/);
const numberWords: ReadonlyMap<string, string> = new Map(words.map((word, i) => [word, String((i % 12) + 1)]));

const quantity = new RegExp(
  `(?<![\\p{L}\\p{N}._/-])(\\d[\\d.,:]*(?<![.,:])|${words.join("|")})(?![\\p{L}\\p{N}_/-])(?:\\s?(%|°\\p{L}?|\\p{L}+))?`,
  "giu",
);

interface Quantity {
  readonly raw: string;
  readonly value: string;
  /** As it is written, and what is compared. */
  readonly unit: string;
  readonly unitStem: string;
}

function quantitiesIn(sentence: string): Quantity[] {
  return [...sentence.matchAll(quantity)].map(([, raw = "", unit = ""]) => {
    const [stem = ""] = contentWords(unit);
    const value = numberWords.get(raw.toLowerCase()) ?? raw.replaceAll(",", ".");
    return { raw, value, unit, unitStem: stem === "" && /[%°]/.test(unit) ? unit : stem };
  });
}

/** A reply that corrects begins with it. */
const maxSentences = 2;
/** More words of its own, and a sentence speaks of something else. */
const maxOwnWords = 2;

/** Numbers of what was said right before a prompt that the prompt corrects, or that it corrects itself. */
export function correctedNumbers(before: string, prompt: string): CorrectedNumber[] {
  const replies = splitSentences(prompt);
  const earlier = splitSentences(before);
  return replies.flatMap((reply, i): CorrectedNumber[] => {
    const isCued = isDenial(reply) || corrects.test(reply) || (i > 0 && isBareCue(replies[i - 1] ?? ""));
    const [correct] = quantitiesIn(reply);
    if (!correct || reply.endsWith("?")) return [];
    const spoken = isCued ? [...earlier, ...replies.slice(0, i)] : i < maxSentences ? earlier : [];
    const said = spoken.filter((sentence) => isStatementLike(sentence, "agent"));
    const old = said.findLast((sentence) => wrongIn(sentence, reply, correct, isCued) !== undefined);
    const wrong = old === undefined ? undefined : wrongIn(old, reply, correct, isCued);
    if (old === undefined || wrong === undefined) return [];
    const isWord = /\p{L}/u.test(wrong.unit);
    return [
      {
        text: old.replace(wrong.raw, correct.raw),
        wrong: `${wrong.raw}${isWord ? ` ${wrong.unit}` : ""}`.toLowerCase().replaceAll(",", " "),
      },
    ];
  });
}

/** "Sorry." or "Hm, no." is about the sentence after it. */
const isBareCue = (sentence: string): boolean =>
  contentWords(sentence).size <= 2 && (isDenial(sentence) || corrects.test(sentence));

/** The number of an earlier sentence in whose place a reply puts another one. */
function wrongIn(old: string, reply: string, correct: Quantity, isCued: boolean): Quantity | undefined {
  const quantities = quantitiesIn(old);
  if (quantities.some(({ value }) => value === correct.value)) return undefined;
  const wrong = quantities.find(({ unitStem }) => unitStem !== "" && unitStem === correct.unitStem);
  const oldWords = contentWords(old);
  const [clause = ""] = reply.split(/(?<!\d)[,;:–—]|[,;:–—](?!\d)/);
  const isAboutOld = (text: string) => {
    const own = [...contentWords(text)].filter((word) => !/^\d/.test(word) && word !== correct.unitStem);
    return own.some((word) => oldWords.has(word)) || own.filter((word) => !oldWords.has(word)).length <= maxOwnWords;
  };
  if (wrong) return isCued || isAboutOld(reply) || isAboutOld(clause) ? wrong : undefined;
  // Another kind of number is no correction, and without a unit only a cue or the number alone tells.
  const isAlone = contentWords(clause.replace(correct.raw, "")).size === 0 && clause.includes(correct.raw);
  const [only, ...others] = quantities;
  const mayCompare = only && others.length === 0 && (only.unitStem === "" || correct.unitStem === "");
  return mayCompare && (isCued || isAlone) ? only : undefined;
}
