/** `session` for one, else `sessions`. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);
