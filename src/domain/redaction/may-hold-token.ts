/** UUIDs and times, of which hosts make their file names, and our ids of projects and memories. */
const plainParts =
  /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\d{4}-\d\d-\d\d(?:T[\d-]+)?|\bp_[\da-f]{16}\b|\bmem_0[\da-hjkmnp-tv-z]{25}\b/gi;

/**
 * Whether a name, a path or an id may hold a token, which has no fewer characters in a row. Nearly none does, so that a
 * short-lived process need not compile the rules. Not for other texts: a password may be shorter.
 */
export function mayHoldToken(name: string): boolean {
  const words = name.replace(plainParts, " ").match(/[\w+=~-]{16,}/g) ?? [];
  return words.some((word) => /\d/.test(word) || /[A-Z]{8}/.test(word));
}
