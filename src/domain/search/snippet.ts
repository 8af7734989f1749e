import { tokensOf } from "../../base/text/tokens.js";

export interface Snippet {
  readonly text: string;
  /** Start and end of each matching word in `text`. */
  readonly marks: readonly (readonly [number, number])[];
}

/** Characters shown on each side of a match. */
const marginLength = 50;
const maxTextLength = 50_000;
const compounds = /[\p{L}\p{M}\p{N}_]+(?:[.\-/\\:@#+']+[\p{L}\p{M}\p{N}_]+)*/gu;

/** The part of a text with the most matching words, ±50 characters; its beginning when none matches. */
export function snippetOf(text: string, tokens: ReadonlySet<string>): Snippet {
  const searchedText = text.slice(0, maxTextLength);
  const ranges = [...searchedText.matchAll(compounds)]
    .filter(([word]) => tokensOf(word).some((token) => tokens.has(token)))
    .map((match): [number, number] => [match.index, match.index + match[0].length]);
  const [from, to] = densestRange(ranges) ?? [0, marginLength];
  const begin = safeStart(searchedText, Math.max(0, from - marginLength));
  const end = Math.min(searchedText.length, to + marginLength);
  const marks = ranges.filter(([a, b]) => a >= begin && b <= end);
  return addEllipses(searchedText, begin, end, marks);
}

/** The run of matches within twice the margin that has the most of them; the first one when several do. */
function densestRange(ranges: readonly (readonly [number, number])[]): [number, number] | undefined {
  let best: [number, number] | undefined;
  let max = 0;
  for (const [i, [from]] of ranges.entries()) {
    let last = i;
    while ((ranges[last + 1]?.[1] ?? Number.POSITIVE_INFINITY) - from <= 2 * marginLength) last++;
    if (last - i + 1 > max) {
      max = last - i + 1;
      best = [from, ranges[last]?.[1] ?? from];
    }
  }
  return best;
}

/** Never begins inside a surrogate pair. */
const safeStart = (text: string, at: number) => (/[\uDC00-\uDFFF]/.test(text[at] ?? "") ? at + 1 : at);

function addEllipses(
  text: string,
  begin: number,
  end: number,
  ranges: readonly (readonly [number, number])[],
): Snippet {
  const safeEnd = /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") ? end - 1 : end;
  const before = begin > 0 ? "…" : "";
  const after = safeEnd < text.length ? "…" : "";
  // Replaces one character by one, so that the marks stay valid.
  const excerpt = text.slice(begin, safeEnd).replace(/\s/g, " ");
  const offset = before.length - begin;
  return { text: before + excerpt + after, marks: ranges.map(([a, b]) => [a + offset, b + offset]) };
}
