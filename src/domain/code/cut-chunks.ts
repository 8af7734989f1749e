import type { CodeChunk, CodeRegion } from "./code-chunk.js";

/** Maximum lines and characters of a chunk: readable at once, and about the input length of the model. */
const maxLines = 60;
const maxChars = 2400;

/** Splits a file by its regions, so that every line is in exactly one chunk. */
export function cutChunks(text: string, regions: readonly CodeRegion[]): CodeChunk[] {
  const lines = text.split("\n");
  const pieces = withGaps(inOrder(regions), lines).flatMap((region) => split(region, lines));
  const counts = new Map<string, number>();
  return pieces
    .map(({ from, to, kind, symbol }) => ({ from, to, kind, symbol, text: lines.slice(from, to + 1).join("\n") }))
    .filter((piece) => piece.text.trim() !== "")
    .map(({ from, to, kind, symbol, text }) => {
      const name = symbol || kind;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return { key: count === 1 ? name : `${name}~${count}`, start: from + 1, end: to + 1, kind, symbol, text };
    });
}

/** Sorted by first row; a region that begins inside another one is dropped. */
function inOrder(regions: readonly CodeRegion[]): CodeRegion[] {
  const sorted = [...regions].sort((a, b) => a.from - b.from || b.to - a.to);
  const ordered: CodeRegion[] = [];
  for (const region of sorted) {
    const last = ordered.at(-1);
    if (!last || region.from > last.to) ordered.push(region);
  }
  return ordered;
}

function withGaps(regions: readonly CodeRegion[], lines: readonly string[]): CodeRegion[] {
  const all: CodeRegion[] = [];
  let next = 0;
  const gap = (to: number) => {
    if (to >= next) all.push({ from: next, to, kind: "text", symbol: "" });
  };
  for (const region of regions) {
    gap(region.from - 1);
    all.push(region);
    next = region.to + 1;
  }
  gap(lines.length - 1);
  return all;
}

/** Splits a region into pieces of the maximum size, preferably at blank lines. */
function split(region: CodeRegion, lines: readonly string[]): CodeRegion[] {
  const pieces: CodeRegion[] = [];
  for (let from = region.from; from <= region.to; ) {
    const to = endOfPiece(lines, from, region.to);
    pieces.push({ ...region, from, to });
    from = to + 1;
  }
  return pieces;
}

function endOfPiece(lines: readonly string[], from: number, last: number): number {
  let chars = 0;
  let end = from;
  while (end <= last && end - from < maxLines && chars <= maxChars) chars += (lines[end++]?.length ?? 0) + 1;
  if (end > last) return last;
  for (let blank = end - 1; blank > from + (end - from) / 2; blank--) if (lines[blank]?.trim() === "") return blank;
  return end - 1;
}
