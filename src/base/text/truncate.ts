/** At most `max` characters, the last one an ellipsis if the text was cut. */
export const truncate = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1)}…` : text;
