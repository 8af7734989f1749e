/** Seeded random numbers. */
export interface Random {
  next(): number;
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  sample<T>(items: readonly T[], max: number): T[];
  shuffle<T>(items: readonly T[]): T[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const shuffle = <T>(items: readonly T[]): T[] => {
    const all = [...items];
    for (let i = all.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [all[i], all[j]] = [all[j] as T, all[i] as T];
    }
    return all;
  };
  return {
    ...{ next, below, shuffle },
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    sample: (items, max) => (items.length <= max ? [...items] : shuffle(items).slice(0, max)),
  };
}
