/** Numbers of documents, both ends included. */
export interface DocRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Which documents are embedded, as stored: `500,900-1000` are those up to 500 and from 900 to 1000. The newest are embedded
 * first, so what waits lies after the last range and between two of them.
 */
export const parseRanges = (text: string | undefined): DocRange[] =>
  (text ?? "0").split(",").map((part, i) => {
    const [from = 0, to = from] = part.split("-").map(Number);
    return i === 0 ? { from: 0, to: from } : { from, to };
  });

export const formatRanges = ([first, ...rest]: readonly DocRange[]): string =>
  [String(first?.to ?? 0), ...rest.map(({ from, to }) => `${from}-${to}`)].join(",");

/** With one more; ranges that touch become one. */
export function addRange(ranges: readonly DocRange[], added: DocRange): DocRange[] {
  const joined: DocRange[] = [];
  for (const range of [...ranges, added].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && range.from <= last.to + 1)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else joined.push(range);
  }
  return joined;
}

const lastNumber = Number.MAX_SAFE_INTEGER;

/** What may wait, the newest first: after the last range, and between two of them. */
export const gapsOf = (ranges: readonly DocRange[]): DocRange[] =>
  ranges.map(({ to }, i) => ({ from: to + 1, to: (ranges[i + 1]?.from ?? lastNumber + 1) - 1 })).reverse();

/** Whether documents may still be added at this end. */
export const isOpen = (to: number): boolean => to === lastNumber;
