/** A required field: people write one of these for a fix without a cause; a fix learned from a session adds where it is from. */
const unstated = /^\s*(?:not stated(?:\.\s+Fixed in session .*)?|unknown|none|n\/a)?[\s.]*$/i;

export const isStatedCause = (rootCause: string): boolean => !unstated.test(rootCause);
