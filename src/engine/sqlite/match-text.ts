import type { FullTextMatch } from "../full-text-index.js";

/** Every token is quoted, so that no text can be query syntax. */
export const quoteToken = (token: string): string => (token.endsWith("*") ? `"${token.slice(0, -1)}" *` : `"${token}"`);

const anyOf = (tokens: readonly string[]) => `(${tokens.map(quoteToken).join(" OR ")})`;

/** A match in the syntax of FTS5; `words` may replace its groups. */
export function matchText({ groups, excluded, filterTokens }: FullTextMatch, words = groups.map(anyOf).join(" AND ")) {
  const required = [...filterTokens.map((group) => `marks : ${anyOf(group)}`), words].filter(Boolean).join(" AND ");
  return excluded.length > 0 ? `(${required}) NOT ${anyOf(excluded)}` : required;
}

/** All groups in the title. */
export const titleText = ({ groups }: FullTextMatch): string => `title : (${groups.map(anyOf).join(" AND ")})`;

/** The first token of each group, at most `distance` words from each other. */
export const nearText = ({ groups }: FullTextMatch, distance: number): string =>
  `NEAR(${groups.map(([first = ""]) => quoteToken(first)).join(" ")}, ${distance})`;

/** The first token of each group, adjacent in any order. */
export const adjacentText = (match: FullTextMatch): string => nearText(match, Math.max(0, match.groups.length - 2));
