/** A count with its noun: `1 session`, `2 sessions`. */
export const plural = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;
