import { diffLines } from "./diff-lines.js";
import type { Chunk, Clash, Lines } from "./merge-lines.js";

/**
 * Narrows a clash to the lines that differ between the sides. The base of a clash that falls apart stays with its
 * first part: which of its lines belong to which part cannot be told.
 */
export function refineClash(clash: Clash): Chunk[] {
  const { ours, theirs } = clash;
  if (ours.length === 0 || theirs.length === 0) return [clash];
  const chunks: Chunk[] = [];
  let done = 0;
  let base = clash.base;
  for (const { aStart, aEnd, bStart, bEnd } of diffLines(ours, theirs)) {
    if (aStart > done) chunks.push({ kind: "settled", agreed: true, lines: ours.slice(done, aStart) });
    chunks.push({ kind: "clash", base, ours: ours.slice(aStart, aEnd), theirs: theirs.slice(bStart, bEnd) });
    base = [];
    done = aEnd;
  }
  if (done < ours.length) chunks.push({ kind: "settled", agreed: true, lines: ours.slice(done) });
  return chunks;
}

const readableGap = 3;

/** Agreement too short or too empty to be worth reading between two clashes becomes part of one. */
export function joinNearClashes(chunks: readonly Chunk[]): Chunk[] {
  const joined: Chunk[] = [];
  let clash: Clash | undefined;
  let between: Lines = [];
  for (const chunk of chunks) {
    if (chunk.kind === "clash") {
      if (clash !== undefined && isNear(between)) clash = joinLines(joinLines(clash, agreement(between)), chunk);
      else {
        flush(joined, clash, between);
        clash = chunk;
      }
      between = [];
    } else if (chunk.agreed && clash !== undefined) between = between.concat(chunk.lines);
    else {
      flush(joined, clash, between);
      joined.push(chunk);
      [clash, between] = [undefined, []];
    }
  }
  flush(joined, clash, between);
  return joined;
}

function flush(joined: Chunk[], clash: Clash | undefined, lines: Lines): void {
  if (clash !== undefined) joined.push(clash);
  if (lines.length > 0) joined.push({ kind: "settled", agreed: true, lines });
}

function agreement(lines: Lines) {
  return { base: lines, ours: lines, theirs: lines };
}

function joinLines(clash: Clash, more: { base: Lines; ours: Lines; theirs: Lines }): Clash {
  return {
    kind: "clash",
    base: clash.base.concat(more.base),
    ours: clash.ours.concat(more.ours),
    theirs: clash.theirs.concat(more.theirs),
  };
}

function isNear(between: Lines): boolean {
  return between.length <= readableGap || !between.some((line) => /[\p{L}\p{N}]/u.test(line));
}
