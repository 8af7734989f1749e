import { type Alphabet, bitOf, isAlphabet } from "./alphabets.js";

/** A stretch of one alphabet, or one of several literal texts. */
export type Part =
  | {
      readonly kind: "run";
      readonly alphabet: Alphabet;
      readonly bit: number;
      readonly min: number;
      readonly max: number;
      /** Whether the run may continue beyond `max`. */
      readonly open: boolean;
    }
  | { readonly kind: "text"; readonly choices: readonly string[]; readonly optional: boolean };

export type TokenPattern = readonly Part[];

/** A run without an upper bound is read this far beyond its minimum length; findings are widened to its end later. */
const readAhead = 64;

/**
 * Reads the notation of token bodies: parts with spaces between them.
 * `alnum*36` is a run of an alphabet, `alnum*20..30` and `alnum*20..` one of varying length, `alnum` one character;
 * `'-'` is literal text, `'live'|'test'` a choice, and `?` behind either makes it optional.
 */
export function parseTokenPattern(notation: string): TokenPattern {
  return notation.split(" ").filter(Boolean).map(parsePart);
}

function parsePart(source: string): Part {
  const optional = source.endsWith("?");
  const part = optional ? source.slice(0, -1) : source;
  return part.startsWith("'") ? parseText(part, optional) : parseRun(part, optional);
}

function parseText(part: string, optional: boolean): Part {
  const choices = part.split("|").map((choice) => {
    if (!/^'[^']+'$/.test(choice))
      throw new RangeError(`A literal in a token pattern is written 'like this', not ${choice}.`);
    return choice.slice(1, -1);
  });
  return { kind: "text", choices, optional };
}

function parseRun(part: string, optional: boolean): Part {
  const { alphabet, min, dots, max } =
    /^(?<alphabet>[a-z0-9]+)(?:\*(?<min>\d{1,4})(?:(?<dots>\.\.)(?<max>\d{1,4})?)?)?$/.exec(part)?.groups ?? {};
  if (alphabet === undefined || !isAlphabet(alphabet))
    throw new RangeError(`Unknown part of a token pattern: "${part}".`);
  const minLength = Number(min ?? 1);
  const maxLength = dots ? Math.max(minLength, Number(max ?? minLength + readAhead)) : minLength;
  const open = dots !== undefined && max === undefined;
  return { kind: "run", alphabet, bit: bitOf(alphabet), min: optional ? 0 : minLength, max: maxLength, open };
}

/** The length of a pattern of fixed length, else undefined. */
export function fixedLength(pattern: TokenPattern): number | undefined {
  let length = 0;
  for (const part of pattern) {
    const own = partLength(part);
    if (own === undefined) return undefined;
    length += own;
  }
  return length;
}

function partLength(part: Part): number | undefined {
  if (part.kind === "run") return part.min === part.max ? part.min : undefined;
  const lengths = new Set(part.choices.map((choice) => choice.length));
  return part.optional || lengths.size > 1 ? undefined : [...lengths][0];
}
