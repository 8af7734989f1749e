import { stemOf } from "../../../../base/text/tokens.js";
import { hashOf, normOf, readWeights, type Weights } from "./coded-weights.js";
import { contentWords } from "./content-words.js";
import { properNames } from "./proper-names.js";
import { bias, codedWeights, scale } from "./retraction-weights.js";

/** How far apart two sentences were said: in one message, in one session, or in different ones. */
export type Gap = "message" | "session" | "later";

/** Of writers that trained nothing, 96 % of the sentences above this retract the other. */
const minProbability = 0.5;

let table: Weights | undefined;

/** Whether a sentence makes the one before it in the same message untrue: "Port 4810. No wait, that is staging: 4811." */
export function retracts(sentence: string, earlier: string): boolean {
  table ??= readWeights(codedWeights, 1);
  const features = retractionFeatures(earlier, sentence, "message");
  const norm = normOf(features.values());
  let sum = bias;
  for (const [name, value] of features) sum += ((table.get(hashOf(name))?.[0] ?? 0) * scale * value) / norm;
  return 1 / (1 + Math.exp(-sum)) >= minProbability;
}

const cjk = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}";
const word = new RegExp(
  `[${cjk}]|\\d[\\d.,:]*(?<![.,:])|[\\p{L}_][\\p{L}\\p{N}_'-]*?(?=[${cjk}])|[\\p{L}_][\\p{L}\\p{N}_'-]*|[^\\s\\p{L}\\p{N}]`,
  "gu",
);
const isNumber = /^\d/;
const isCjk = new RegExp(`[${cjk}]`, "u");
const maxWords = 40;
/** A correction says so at its beginning. */
const earlyWords = 5;

/**
 * What the model sees of two sentences (bench/statements/train-pairs.ts trains it): the later one with what both have in
 * common, other numbers and other names abstracted ("<shared> is out, <name> comes in"), and how much they share.
 */
export function retractionFeatures(earlier: string, later: string, gap: Gap): Map<string, number> {
  const features = new Map<string, number>();
  const add = (name: string, weight = 1) => features.set(name, weight);
  const [old, own] = [compared(earlier), compared(later)];
  const marked = markShared(old, own);
  const shared = [...own.content].filter((one) => old.content.has(one)).length;
  const share = Math.round((4 * shared) / Math.max(1, old.content.size + own.content.size - shared));
  const numbers = `${flag(old.numbers.size > 0)}${flag(marked.includes("<number>"))}${flag(marked.includes("<same number>"))}`;
  const namesOld = [...old.names].some((one) => own.content.has(one));
  const namesOther = [...own.names].some((one) => !old.content.has(one));
  add(`gap ${gap}`);
  add(`numbers ${numbers}`, 2);
  add(`numbers ${numbers} ${gap}`, 2);
  add(`shared ${Math.min(4, shared)}`, 2);
  add(`share ${share}`, 2);
  add(`share ${share} ${numbers}`, 2);
  add(`names ${flag(old.names.size > 0)}${flag(namesOld)}${flag(namesOther)}`, 2);
  const framed = ["^", ...marked, "$"];
  for (const [i, first] of framed.entries()) {
    const [second, third] = [framed[i + 1], framed[i + 2]];
    if (i < earlyWords) add(`early ${first}`, 0.7);
    add(first);
    if (second !== undefined) add(`${first}+${second}`);
    if (third !== undefined) {
      add(`${first}+${second}+${third}`, 0.7);
      add(`${first}+*+${third}`, 0.5);
    }
  }
  return features;
}

const flag = (isSet: boolean) => (isSet ? "+" : "-");

interface Compared {
  readonly words: readonly string[];
  readonly content: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
}

function compared(sentence: string): Compared {
  const text = sentence.replaceAll("’", "'");
  const words = (text.toLowerCase().match(word) ?? []).slice(0, maxWords);
  const numbers = new Set(words.filter((one) => isNumber.test(one)));
  return { words, numbers, content: contentWords(text), names: properNames(text) };
}

function markShared(old: Compared, own: Compared): string[] {
  const marks: string[] = [];
  for (const i of own.words.keys()) {
    const mark = markOf(old, own, i);
    // A shared name of several words is one thing.
    if (mark !== "<shared>" || marks.at(-1) !== mark) marks.push(mark);
  }
  return marks;
}

function markOf(old: Compared, { words, content, names }: Compared, i: number): string {
  const [last = "", one = "", next = ""] = [words[i - 1], words[i], words[i + 1]];
  if (isNumber.test(one)) return old.numbers.has(one) ? "<same number>" : "<number>";
  if (isCjk.test(one)) return old.content.has(one + next) || old.content.has(last + one) ? "<shared>" : one;
  const forms = [stemOf(one), one];
  const isIn = (set: ReadonlySet<string>) => forms.some((form) => set.has(form));
  if (!isIn(content)) return one;
  return isIn(old.content) ? "<shared>" : isIn(names) ? "<name>" : one;
}
