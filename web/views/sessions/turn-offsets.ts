/** Assumed height of a turn that was not rendered yet, in pixels. */
export const estimatedHeight = 320;

/** Where each turn starts, and where the last one ends: measured heights where known, estimates elsewhere. */
export function turnOffsets(total: number, heights: ReadonlyMap<number, number>): Float64Array {
  const offsets = new Float64Array(total + 1);
  for (let i = 0; i < total; i++) offsets[i + 1] = (offsets[i] ?? 0) + (heights.get(i) ?? estimatedHeight);
  return offsets;
}

/** The turn at a scroll position, by binary search. */
export function turnAt(offsets: Float64Array, top: number): number {
  let [low, high] = [0, Math.max(0, offsets.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}
