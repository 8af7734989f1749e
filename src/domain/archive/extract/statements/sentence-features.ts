import type { Statement } from "../../../../store/archive/exchange.js";
import { addressesPerson, hypothetical, instruction, toolPlan } from "./not-a-statement.js";
import type { LineForm } from "./split-sentences.js";

/** How a prompt opens: with what to do now, or with an error that was overcome then. */
export type Opening = "request" | "report";

/** Where a sentence is said. Undefined where a sentence is known alone. */
export interface SentencePlace {
  readonly form: LineForm;
  /** Its number in its message, from 0. */
  readonly index: number;
  /** The number of sentences of its message. */
  readonly count: number;
  /** Whether the agent says nothing after it until the next prompt; false for a person. */
  readonly isFinal: boolean;
}

export interface SentenceContext {
  readonly opening?: Opening | undefined;
  readonly place?: SentencePlace | undefined;
}

/** Names that only software has: what they are called says nothing about the kind of a sentence, that they occur does. */
const placeholders: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/\S+/g, " <url> "],
  [/(?<![\w-])--?[a-z][\w-]+(?:=\S+)?/g, " <flag> "],
  [/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+(?:=\S+)?/g, " <variable> "],
  [
    /[\w.@-]*\/[\w./-]+|\b\w[\w-]*\.(?:[cm]?[jt]sx?|py|rs|go|md|json|ya?ml|toml|tf|cpp|java|rb|sql|css|html|sh)\b/g,
    " <path> ",
  ],
  [/\b[\w.]+\([^)]*\)/g, " <call> "],
  [/\b_?[a-z]+(?:_[a-z0-9]+)+\b|\b_[a-z]\w*|\b[a-z]+[A-Z]\w*/g, " <identifier> "],
  [/\d[\d.,:]*/g, " <number> "],
];
// Chinese and Japanese have no spaces: every character counts as a word, and pairs and threes make the words.
const wordOrMark =
  /<[a-z]+>|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|[\p{L}\p{N}]+(?:'[\p{L}]+)?|[^\s\p{L}\p{N}]/gu;
const maxWords = 60;
const placeWeight = 1.5;

/** What a sentence does, whatever its words are. */
const moods: readonly (readonly [string, Pick<RegExp, "test">])[] = [
  ["hypothetical", hypothetical],
  ["order", instruction],
  ["plan", toolPlan],
  ["you", addressesPerson],
  // Typed in a hurry, without its mark.
  [
    "question",
    /\?$|^(?:and |so |ok |und |y |et )?(?:what(?:'?s)?|how|which|who|why|wie|was|wer|welche[rs]?|qué|cuánt[oa]s?|cómo|quién|combien|comment|quel(?:le)?s?|qui)\s/i,
  ],
];

/** A sentence of a long message is seldom its writer's own: people paste plans and logs. Agents report at length. */
const sizeOf = (count: number): number => [1, 3, 7, 15, 40].find((max) => count <= max) ?? 99;

/**
 * What the classifier sees of a sentence: its words alone, in pairs and in threes, by speaker, its mood and its length,
 * where in its message it is, and whether a prompt opens with it.
 */
export function sentenceFeatures(
  sentence: string,
  by: Statement["by"],
  { opening, place }: SentenceContext = {},
): Map<string, number> {
  const words = wordsOf(sentence);
  const features = new Map<string, number>();
  const add = (name: string, weight = 1) => features.set(name, weight);
  add(`by ${by}`);
  if (opening) add(`opening ${opening}`);
  if (place) {
    add(`form ${place.form} ${by}`, placeWeight);
    add(`of ${sizeOf(place.count)} ${by}`, placeWeight);
    add(`at ${place.index === 0 ? "first" : place.index === place.count - 1 ? "last" : "middle"} ${by}`, placeWeight);
    if (by === "agent") add(place.isFinal ? "final" : "before final", placeWeight);
  }
  const size = words.length <= 2 ? 2 : words.length <= 4 ? 4 : words.length <= 8 ? 8 : words.length <= 16 ? 16 : 17;
  add(`size ${size}`);
  add(`size ${size} ${by}`);
  for (const [mood, pattern] of moods) {
    if (!pattern.test(sentence)) continue;
    add(`mood ${mood}`, 2);
    add(`mood ${mood} ${by}`, 2);
  }
  for (const word of words) {
    add(word);
    add(`${word} ${by}`, 0.7);
  }
  for (const word of words.slice(0, 2)) add(`early ${word} ${by}`);
  const framed = ["^", ...words, "$"];
  for (const [i, word] of framed.entries()) {
    const [second, third] = [framed[i + 1], framed[i + 2]];
    if (second !== undefined) add(`${word}+${second}`);
    if (third !== undefined) {
      add(`${word}+${second}+${third}`, 0.7);
      add(`${word}+*+${third}`, 0.5);
    }
  }
  return features;
}

function wordsOf(sentence: string): string[] {
  let text = sentence.replaceAll("’", "'");
  for (const [pattern, name] of placeholders) text = text.replace(pattern, name);
  return (text.toLowerCase().match(wordOrMark) ?? []).slice(0, maxWords);
}
