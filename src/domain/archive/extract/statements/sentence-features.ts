import type { Statement } from "../../../../store/archive/exchange.js";
import { addressesPerson, hypothetical, instruction, toolPlan } from "./not-a-statement.js";

/** How a prompt opens: with what to do now, or with an error that was overcome then. */
export type Opening = "request" | "report";

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
const wordOrMark = /<[a-z]+>|[\p{L}\p{N}]+(?:'[\p{L}]+)?|[^\s\p{L}\p{N}]/gu;
const maxWords = 60;

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

/** What the classifier sees of a sentence: its words alone, in pairs and in threes, by speaker, its mood and its length, and whether a prompt opens with it. */
export function sentenceFeatures(sentence: string, by: Statement["by"], opening?: Opening): Map<string, number> {
  const words = wordsOf(sentence);
  const features = new Map<string, number>();
  const add = (name: string, weight = 1) => features.set(name, weight);
  add(`by ${by}`);
  if (opening) add(`opening ${opening}`);
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
