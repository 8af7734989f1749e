/** `session` for one, else `sessions`. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** A count with its noun: `1 session`, `2 sessions`. */
export const formatCount = (count: number, one: string, many?: string): string =>
  `${count} ${plural(count, one, many)}`;
