/** Chance that comes out the same every time (mulberry32). */
export interface Random {
  /** A whole number from 0 up to but not including `below`. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
  /** `length` characters of an alphabet. */
  text(length: number, alphabet: string | readonly string[]): string;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  function pick<T>(from: readonly T[]): T {
    const chosen = from[below(from.length)];
    if (chosen === undefined) throw new RangeError("There is nothing to choose from.");
    return chosen;
  }
  const text = (length: number, alphabet: string | readonly string[]) => {
    const letters = typeof alphabet === "string" ? [...alphabet] : alphabet;
    return Array.from({ length }, () => pick(letters)).join("");
  };
  return { below, pick, text };
}
