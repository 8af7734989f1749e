/** The same text as one of its own. A piece cut out of a long text keeps all of that alive for as long as it is remembered. */
export const copyString = (text: string): string => (text.length < shortestCut ? text : Buffer.from(text).toString());

/** Shorter pieces are always copied. */
const shortestCut = 13;
