/** `session` for one, else `sessions`. */
export const plural = (count: number, singular: string, pluralForm = `${singular}s`): string =>
  count === 1 ? singular : pluralForm;

/** A count with its noun: `1 session`, `2 sessions`. */
export const formatCount = (count: number, singular: string, pluralForm?: string): string =>
  `${count} ${plural(count, singular, pluralForm)}`;
