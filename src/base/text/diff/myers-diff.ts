interface Box {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** More differences are not compared to the end, so that hopelessly different inputs do not cost quadratic time. */
const maxCost = 512;
const unreached = 2 ** 30;

/**
 * Which elements of two sequences differ (1), by Myers' linear-space algorithm (1986). Of equally short edits it takes
 * the one that git takes, because a line merge is only as predictable as the diff below it.
 */
export function myersDiff(a: Int32Array, b: Int32Array): readonly [Uint8Array, Uint8Array] {
  const [changedA, changedB] = [new Uint8Array(a.length), new Uint8Array(b.length)];
  const forward = new Frontier(a.length, b.length);
  const backward = new Frontier(a.length, b.length);
  const todo: Box[] = [{ aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length }];
  for (let box = todo.pop(); box !== undefined; box = todo.pop()) {
    const { aStart, aEnd, bStart, bEnd } = shrink(box);
    changedA.fill(1, bStart === bEnd ? aStart : aEnd, aEnd);
    changedB.fill(1, aStart === aEnd ? bStart : bEnd, bEnd);
    if (aStart === aEnd || bStart === bEnd) continue;
    const [i, j] = findMiddle({ aStart, aEnd, bStart, bEnd });
    todo.push({ aStart: i, aEnd, bStart: j, bEnd }, { aStart, aEnd: i, bStart, bEnd: j });
  }
  return [changedA, changedB];

  function shrink({ aStart, aEnd, bStart, bEnd }: Box): Box {
    const size = Math.min(aEnd - aStart, bEnd - bStart);
    let head = 0;
    while (head < size && a[aStart + head] === b[bStart + head]) head++;
    let tail = 0;
    while (tail < size - head && a[aEnd - 1 - tail] === b[bEnd - 1 - tail]) tail++;
    return { aStart: aStart + head, aEnd: aEnd - tail, bStart: bStart + head, bEnd: bEnd - tail };
  }

  /** A point on a shortest path through the box, or on a good one when the shortest is too expensive to find. */
  function findMiddle(box: Box): readonly [i: number, j: number] {
    const { aStart, aEnd, bStart, bEnd } = box;
    const isOdd = ((aStart - bStart - (aEnd - bEnd)) & 1) === 1;
    forward.start(aStart - bStart, aStart);
    backward.start(aEnd - bEnd, aEnd);
    for (let cost = 1; ; cost++) {
      forward.widen(box, -1);
      for (let d = forward.high; d >= forward.low; d -= 2) {
        let i = Math.max(forward.at(d - 1) + 1, forward.at(d + 1));
        while (i < aEnd && i - d < bEnd && a[i] === b[i - d]) i++;
        forward.set(d, i);
        if (isOdd && backward.covers(d) && backward.at(d) <= i) return [i, i - d];
      }
      backward.widen(box, unreached);
      for (let d = backward.high; d >= backward.low; d -= 2) {
        let i = Math.min(backward.at(d - 1), backward.at(d + 1) - 1);
        while (i > aStart && i - d > bStart && a[i - 1] === b[i - d - 1]) i--;
        backward.set(d, i);
        if (!isOdd && forward.covers(d) && i <= forward.at(d)) return [i, i - d];
      }
      if (cost === maxCost) return forward.furthest(box);
    }
  }
}

/** The furthest reach of all paths of one cost, by diagonal (`a` index minus `b` index). */
class Frontier {
  low = 0;
  high = 0;
  readonly #reach: Int32Array;
  readonly #zero: number;

  constructor(aLength: number, bLength: number) {
    this.#reach = new Int32Array(aLength + bLength + 5);
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
  widen({ aStart, aEnd, bStart, bEnd }: Box, beyond: number): void {
    if (this.low > aStart - bEnd) this.set(--this.low - 1, beyond);
    else this.low++;
    if (this.high < aEnd - bStart) this.set(++this.high + 1, beyond);
    else this.high--;
  }

  covers(diagonal: number): boolean {
    return this.low <= diagonal && diagonal <= this.high;
  }

  furthest({ aEnd, bEnd }: Box): readonly [i: number, j: number] {
    let [best, bestSum] = [0, -1];
    for (let d = this.high; d >= this.low; d -= 2) {
      const i = Math.min(this.at(d), aEnd, bEnd + d);
      if (i + i - d > bestSum) [best, bestSum] = [i, i + i - d];
    }
    return [best, bestSum - best];
  }
}
