import { errorLine } from "../../base/text/error-line.js";
import { errorSignature } from "../../base/text/error-signature.js";
import { ownFrame } from "./own-frame.js";

/** Words that any error may have, so that they do not tell one from another. */
const commonWords = new Set(
  "error errors exception failed failure fatal in at the an of to is was not no with for on during build command thread panicked by from and or it has".split(
    " ",
  ),
);
const minSpecifics = 2;
/** Of a text that names no error. */
const maxLine = 400;

/**
 * Whether two outputs state one error, so that the fix of one is a likely fix of the other: the message is the same but
 * for numbers and paths, says something specific, and is about the same name where it quotes one. A `KeyError` of another
 * key is another error. A message whose other words differ is the same error at the same place of the reader's code.
 */
export function isSameError(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => ({ signature: errorSignature(text), values: quotedValues(text) })) as [
    Stated,
    Stated,
  ];
  if (left.signature !== right.signature)
    return sayMostlyTheSame(left.signature, right.signature) && haveSamePlace(a, b);
  const shared = [...left.values].filter((value) => right.values.has(value)).length;
  if (shared === 0 && left.values.size + right.values.size > 0) return false;
  return specificWords(left.signature).size + shared >= minSpecifics;
}

interface Stated {
  readonly signature: string;
  readonly values: ReadonlySet<string>;
}

/** At least two specific words, and half of all that either has. */
function sayMostlyTheSame(a: string, b: string): boolean {
  const shared = countSharedWords(a, b);
  const all = specificWords(a).size + specificWords(b).size - shared;
  return shared >= minSpecifics && shared / all >= 0.5;
}

const haveSamePlace = (a: string, b: string) => {
  const place = ownFrame(a);
  return place !== undefined && place === ownFrame(b);
};

/** Numbers and paths differ from one occurrence to the next; what is quoted is usually the name of something. */
const quotedValues = (text: string): ReadonlySet<string> =>
  new Set(
    [
      ...(errorLine(text) ?? text.trim().slice(0, maxLine)).matchAll(
        /(["'`])(?<value>(?:(?!\1)[^\n]){1,200})\1|‘(?<value2>[^’\n]{1,200})’/g,
      ),
    ]
      .map(({ groups }) => groups?.value ?? groups?.value2 ?? "")
      .filter((value) => !/^[\d.,:-]+$|[\\/]/.test(value)),
  );

const specificWords = (signature: string): ReadonlySet<string> =>
  new Set(
    (signature.replace(/\w*<\w+>/g, " ").match(/[\p{L}_][\p{L}\p{N}_.]{2,}/gu) ?? []).filter(
      (word) => !commonWords.has(word),
    ),
  );

/** Words that two outputs share and that are not in every error: with fewer than two, they have nothing to do with each other. */
export function countSharedWords(a: string, b: string): number {
  const words = specificWords(b.toLowerCase());
  return [...specificWords(a.toLowerCase())].filter((word) => words.has(word)).length;
}
