import type { WordMatch } from "../full-text-index.js";

/** Every token is quoted, so that no text can be query syntax. */
export const quoted = (token: string): string => (token.endsWith("*") ? `"${token.slice(0, -1)}" *` : `"${token}"`);

const anyOf = (tokens: readonly string[]) => `(${tokens.map(quoted).join(" OR ")})`;

/** A match in the syntax of FTS5; `words` may replace its groups. */
export function matchText({ groups, none, marks }: WordMatch, words = groups.map(anyOf).join(" AND ")): string {
  const wanted = [...marks.map((group) => `marks : ${anyOf(group)}`), words].filter(Boolean).join(" AND ");
  return none.length > 0 ? `(${wanted}) NOT ${anyOf(none)}` : wanted;
}

/** All groups in the title. */
export const titleText = ({ groups }: WordMatch): string => `title : (${groups.map(anyOf).join(" AND ")})`;

/** The first token of each group, at most `distance` words from each other. */
export const nearText = ({ groups }: WordMatch, distance: number): string =>
  `NEAR(${groups.map(([first = ""]) => quoted(first)).join(" ")}, ${distance})`;

/** The first token of each group side by side, in any order. */
export const adjacentText = (match: WordMatch): string => nearText(match, Math.max(0, match.groups.length - 2));
