/**
 * Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, replacements and swaps of neighboring
 * characters. Stops beyond `max` and returns a number above it.
 */
export function editDistance(a: string, b: string, max = Number.POSITIVE_INFINITY): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (beforePrevious[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      const replacement = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replacement, swap));
    }
    if (Math.min(...row) > max) return max + 1;
    [beforePrevious, previous] = [previous, row];
  }
  return previous[b.length] ?? 0;
}
