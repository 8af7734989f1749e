import words from "../../../../data/search-words.json" with { type: "json" };
import { tokensOf } from "../../../base/text/tokens.js";

let byToken: ReadonlyMap<string, readonly string[]> | undefined;

/** Words that developers use interchangeably, with a lower weight. Parsed on first use: most processes never search. */
export function synonymsOf(token: string): readonly string[] {
  byToken ??= readLines();
  return byToken.get(token) ?? [];
}

function readLines(): Map<string, readonly string[]> {
  const synonyms = new Map<string, readonly string[]>();
  for (const line of words.synonyms) {
    const tokens = [...new Set(tokensOf(line))];
    for (const token of tokens) {
      const others = tokens.filter((other) => other !== token);
      synonyms.set(token, [...(synonyms.get(token) ?? []), ...others]);
    }
  }
  return synonyms;
}
