import type { IndexedDocument } from "../../store/search/document-row.js";
import type { SearchFilter, SearchIndex } from "../../store/search/search-index.js";
import { tokensOf } from "../../store/search/tokens.js";

export interface FoundDocument {
  readonly document: IndexedDocument;
  /** Share of the query's telling words that the document has, 0 to 1. */
  readonly score: number;
}

export interface DocumentQuery {
  readonly query: string;
  readonly filter: SearchFilter;
  readonly limit: number;
}

/** The one place where this family asks the search index. Best first. */
export async function findDocuments(
  index: SearchIndex,
  tenant: string,
  { query, filter, limit }: DocumentQuery,
): Promise<FoundDocument[]> {
  const words = [...new Set(tokensOf(query))].slice(0, mostWords);
  if (words.length === 0) return [];
  const [frequencies, size] = [await index.frequencies(words, mostCounted), await index.size()];
  const weights = new Map(words.map((word, i) => [word, rarity(frequencies[i] ?? 0, size)]));
  const asked = tellingWords(words, frequencies, size);
  if (asked.length === 0) return [];
  const nrs = await index.match(tenant, {
    groups: [asked],
    none: [],
    filter,
    limit: Math.max(limit * 3, leastCandidates),
  });
  const documents = new Map((await index.read(tenant, nrs)).map((document) => [document.nr, document]));
  return nrs
    .flatMap((nr) => documents.get(nr) ?? [])
    .map((document) => ({ document, score: coverage(document, weights) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

const mostWords = 40;
const mostCounted = 20_000;
const leastCandidates = 60;

/** A word that no document has tells less than a rare one: it may be another word for what is there. */
const rarity = (found: number, of: number) =>
  (Math.log(1 + (of - found + 0.5) / (found + 0.5)) + 0.1) * (found === 0 ? 0.5 : 1);

/** Words that are nearly everywhere find nothing and cost the most: they are asked for only when there are no others. */
function tellingWords(words: readonly string[], frequencies: readonly number[], size: number): string[] {
  const known = words.filter((_, i) => (frequencies[i] ?? 0) > 0);
  const rare = known.filter((word) => (frequencies[words.indexOf(word)] ?? 0) <= Math.max(50, size * 0.05));
  return rare.length > 0 ? rare : known;
}

function coverage(document: IndexedDocument, weights: ReadonlyMap<string, number>): number {
  const title = new Set(tokensOf(document.title));
  const rest = new Set(tokensOf([document.body, document.reply, ...document.files, ...document.tags].join("\n")));
  let met = 0;
  let whole = 0;
  for (const [word, weight] of weights) {
    whole += weight;
    if (title.has(word)) met += weight;
    else if (rest.has(word)) met += 0.9 * weight;
  }
  return whole === 0 ? 0 : met / whole;
}
