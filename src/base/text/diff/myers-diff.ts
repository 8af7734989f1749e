/**
 * Marks what differs between two sequences by Myers' linear-space algorithm (1986). Choices among equally short
 * edits, and the limits that keep hopelessly different inputs from costing quadratic time, are those users know from
 * git, because a line merge is only as predictable as the diff below it.
 */
interface Sequences {
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Called with the index of an element of `a` that has no partner in `b`, and the other way round. */
  markA(index: number): void;
  markB(index: number): void;
}

interface Box {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
  /** Find the true minimum, whatever it costs. */
  readonly exact: boolean;
}

interface Split {
  readonly a: number;
  readonly b: number;
  readonly exactBefore: boolean;
  readonly exactAfter: boolean;
}

const minCostLimit = 256;
const longRun = 20;
const runRewardFrom = 256;
const runReward = 4;
const unreached = Number.MAX_SAFE_INTEGER;

/** A power of two near the square root: coarse on purpose, it only scales limits. */
export function roughSquareRoot(n: number): number {
  let root = 1;
  for (let rest = n; rest > 0; rest >>= 2) root <<= 1;
  return root;
}

export function markMyersDiff(sequences: Sequences): void {
  const { a, b } = sequences;
  const diagonals = a.length + b.length + 3;
  const search = new MiddleSearch(a, b, Math.max(roughSquareRoot(diagonals), minCostLimit));
  const todo: Box[] = [{ aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length, exact: false }];
  for (let box = todo.pop(); box !== undefined; box = todo.pop()) {
    const { aStart, aEnd, bStart, bEnd, exact } = shrink(a, b, box);
    if (aStart === aEnd) for (let i = bStart; i < bEnd; i++) sequences.markB(i);
    else if (bStart === bEnd) for (let i = aStart; i < aEnd; i++) sequences.markA(i);
    else {
      const at = search.split({ aStart, aEnd, bStart, bEnd, exact });
      todo.push({ aStart: at.a, aEnd, bStart: at.b, bEnd, exact: at.exactAfter });
      todo.push({ aStart, aEnd: at.a, bStart, bEnd: at.b, exact: at.exactBefore });
    }
  }
}

function shrink(a: Int32Array, b: Int32Array, box: Box): Box {
  let { aStart, aEnd, bStart, bEnd } = box;
  while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) {
    aStart++;
    bStart++;
  }
  while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  return { aStart, aEnd, bStart, bEnd, exact: box.exact };
}

/** The furthest reach of all paths of one cost, by diagonal (`a` index minus `b` index). */
class Frontier {
  low = 0;
  high = 0;
  readonly #reach: Float64Array;
  readonly #zero: number;

  constructor(aLength: number, bLength: number) {
    this.#reach = new Float64Array(aLength + bLength + 5);
    this.#zero = bLength + 2;
  }

  at(diagonal: number): number {
    return this.#reach[this.#zero + diagonal] ?? unreached;
  }

  set(diagonal: number, reach: number): void {
    this.#reach[this.#zero + diagonal] = reach;
  }

  start(diagonal: number, reach: number): void {
    this.low = diagonal;
    this.high = diagonal;
    this.set(diagonal, reach);
  }

  /** Adds one diagonal on each side, or drops one at the edge of the box. */
  widen(min: number, max: number, beyond: number): void {
    if (this.low > min) this.set(--this.low - 1, beyond);
    else this.low++;
    if (this.high < max) this.set(++this.high + 1, beyond);
    else this.high--;
  }

  covers(diagonal: number): boolean {
    return this.low <= diagonal && diagonal <= this.high;
  }
}

class MiddleSearch {
  readonly #forward: Frontier;
  readonly #backward: Frontier;

  constructor(
    readonly a: Int32Array,
    readonly b: Int32Array,
    readonly costLimit: number,
  ) {
    this.#forward = new Frontier(a.length, b.length);
    this.#backward = new Frontier(a.length, b.length);
  }

  /** A point on a shortest path through the box, or on a good one when the shortest is too expensive to find. */
  split(box: Box): Split {
    const startDiagonal = box.aStart - box.bStart;
    const endDiagonal = box.aEnd - box.bEnd;
    const odd = ((startDiagonal - endDiagonal) & 1) === 1;
    this.#forward.start(startDiagonal, box.aStart);
    this.#backward.start(endDiagonal, box.aEnd);
    for (let cost = 1; ; cost++) {
      const ahead = this.#stepForward(box, odd);
      if (typeof ahead === "object") return ahead;
      const back = this.#stepBackward(box, !odd);
      if (typeof back === "object") return back;
      if (box.exact) continue;
      if ((ahead || back) && cost > runRewardFrom) {
        const promising = this.#promisingForward(box, cost) ?? this.#promisingBackward(box, cost);
        if (promising !== undefined) return promising;
      }
      if (cost >= this.costLimit) return this.#furthest(box);
    }
  }

  /** One step of every forward path. Returns where they meet the backward ones, else whether a long run occurred. */
  #stepForward(box: Box, mayMeet: boolean): Split | boolean {
    const { a, b } = this;
    const paths = this.#forward;
    paths.widen(box.aStart - box.bEnd, box.aEnd - box.bStart, -1);
    let sawRun = false;
    for (let d = paths.high; d >= paths.low; d -= 2) {
      const start = paths.at(d - 1) >= paths.at(d + 1) ? paths.at(d - 1) + 1 : paths.at(d + 1);
      let i = start;
      while (i < box.aEnd && i - d < box.bEnd && a[i] === b[i - d]) i++;
      if (i - start > longRun) sawRun = true;
      paths.set(d, i);
      if (mayMeet && this.#backward.covers(d) && this.#backward.at(d) <= i) return exactSplit(i, i - d);
    }
    return sawRun;
  }

  #stepBackward(box: Box, mayMeet: boolean): Split | boolean {
    const { a, b } = this;
    const paths = this.#backward;
    paths.widen(box.aStart - box.bEnd, box.aEnd - box.bStart, unreached);
    let sawRun = false;
    for (let d = paths.high; d >= paths.low; d -= 2) {
      const start = paths.at(d - 1) < paths.at(d + 1) ? paths.at(d - 1) : paths.at(d + 1) - 1;
      let i = start;
      while (i > box.aStart && i - d > box.bStart && a[i - 1] === b[i - d - 1]) i--;
      if (start - i > longRun) sawRun = true;
      paths.set(d, i);
      if (mayMeet && this.#forward.covers(d) && i <= this.#forward.at(d)) return exactSplit(i, i - d);
    }
    return sawRun;
  }

  /** A forward path that got far for its cost and ends in a long run of equal elements. */
  #promisingForward(box: Box, cost: number): Split | undefined {
    const paths = this.#forward;
    let best: Split | undefined;
    let bestGain = 0;
    for (let d = paths.high; d >= paths.low; d -= 2) {
      const i = paths.at(d);
      const j = i - d;
      const gain = i - box.aStart + (j - box.bStart) - Math.abs(d - (box.aStart - box.bStart));
      const inside = box.aStart + longRun <= i && i < box.aEnd && box.bStart + longRun <= j && j < box.bEnd;
      if (gain <= runReward * cost || gain <= bestGain || !inside || !this.#equalRun(i - longRun, j - longRun))
        continue;
      bestGain = gain;
      best = { a: i, b: j, exactBefore: true, exactAfter: false };
    }
    return best;
  }

  #promisingBackward(box: Box, cost: number): Split | undefined {
    const paths = this.#backward;
    let best: Split | undefined;
    let bestGain = 0;
    for (let d = paths.high; d >= paths.low; d -= 2) {
      const i = paths.at(d);
      const j = i - d;
      const gain = box.aEnd - i + (box.bEnd - j) - Math.abs(d - (box.aEnd - box.bEnd));
      const inside = box.aStart < i && i <= box.aEnd - longRun && box.bStart < j && j <= box.bEnd - longRun;
      if (gain <= runReward * cost || gain <= bestGain || !inside || !this.#equalRun(i, j)) continue;
      bestGain = gain;
      best = { a: i, b: j, exactBefore: false, exactAfter: true };
    }
    return best;
  }

  #equalRun(i: number, j: number): boolean {
    for (let k = 0; k < longRun; k++) if (this.a[i + k] !== this.b[j + k]) return false;
    return true;
  }

  /** The point furthest from the corner it started at, of all paths of either direction. */
  #furthest(box: Box): Split {
    let ahead = { sum: -1, a: -1 };
    for (let d = this.#forward.high; d >= this.#forward.low; d -= 2) {
      const a = Math.min(this.#forward.at(d), box.aEnd, box.bEnd + d);
      if (a + a - d > ahead.sum) ahead = { sum: a + a - d, a };
    }
    let back = { sum: unreached, a: unreached };
    for (let d = this.#backward.high; d >= this.#backward.low; d -= 2) {
      const a = Math.max(this.#backward.at(d), box.aStart, box.bStart + d);
      if (a + a - d < back.sum) back = { sum: a + a - d, a };
    }
    return box.aEnd + box.bEnd - back.sum < ahead.sum - (box.aStart + box.bStart)
      ? { a: ahead.a, b: ahead.sum - ahead.a, exactBefore: true, exactAfter: false }
      : { a: back.a, b: back.sum - back.a, exactBefore: false, exactAfter: true };
  }
}

const exactSplit = (a: number, b: number): Split => ({ a, b, exactBefore: true, exactAfter: true });
