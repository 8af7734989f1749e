import type { Chunk, Clash, Lines } from "./chunks.js";
import { diffLines } from "./diff-lines.js";

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
  let clash: OpenClash | undefined;
  let between: string[] = [];
  const close = () => {
    if (clash !== undefined) joined.push(clash);
    if (between.length > 0) joined.push({ kind: "settled", agreed: true, lines: between });
    clash = undefined;
    between = [];
  };
  for (const chunk of chunks) {
    if (chunk.kind === "clash") {
      if (!isNear(between)) close();
      clash = extend(clash ?? openClash(), between, chunk);
      between = [];
    } else if (chunk.agreed && clash !== undefined) append(between, chunk.lines);
    else {
      close();
      joined.push(chunk);
    }
  }
  close();
  return joined;
}

interface OpenClash extends Clash {
  readonly base: string[];
  readonly ours: string[];
  readonly theirs: string[];
}

function openClash(): OpenClash {
  return { kind: "clash", base: [], ours: [], theirs: [] };
}

function extend(clash: OpenClash, between: Lines, more: Clash): OpenClash {
  for (const side of ["base", "ours", "theirs"] as const) {
    append(clash[side], between);
    append(clash[side], more[side]);
  }
  return clash;
}

function append(lines: string[], more: Lines): void {
  for (const line of more) lines.push(line);
}

function isNear(between: Lines): boolean {
  return between.length <= readableGap || !between.some((line) => /[\p{L}\p{N}]/u.test(line));
}
