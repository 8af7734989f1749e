import type { Runtime } from "../../../base/runtime.js";
import { globMatcher } from "../../../base/text/glob.js";
import {
  type ExchangeFilter,
  type ExchangeIndex,
  type IndexQuery,
  maxCountedDocs,
} from "../../../store/archive/exchange-index.js";
import type { ExchangeStore } from "../../../store/archive/exchange-store.js";
import { dayOf } from "../../../store/archive/record-writer.js";
import { queryWords, type RankedExchange, rankExchanges, type Weights, weightOf } from "./rank-exchanges.js";

export interface ExchangeQuery {
  readonly tenant: string;
  readonly query: string;
  readonly filter: ExchangeFilter;
  readonly filePattern?: string;
  readonly limit: number;
  readonly sortBy: "relevance" | "date" | "frequency";
}

export interface FoundExchanges {
  readonly ranked: readonly RankedExchange[];
  readonly documents: number;
}

/** Words that are in more exchanges than this together are too many to weigh one by one. */
const maxDocuments = maxCountedDocs;
/** So many of the newest exchanges with only common words are looked at, and more where a filter takes most of them out. */
const newest = 3000;
const newestNarrowed = 12_000;
const minCandidates = 40;
const maxPerSession = 500;

export interface ExchangeFinder {
  find(query: ExchangeQuery): Promise<FoundExchanges>;
}

export function createExchangeFinder({
  index,
  exchanges,
  runtime,
  mend,
}: {
  index: ExchangeIndex;
  exchanges: ExchangeStore;
  runtime: Runtime;
  /** Makes the index anew. */
  mend(): Promise<void>;
}): ExchangeFinder {
  const counted = new Map<string, { last: number; documents: number }>();

  // A damaged index is no reason to answer nothing: it is made anew and asked again.
  return { find: (query) => search(query).catch(() => mend().then(() => search(query))) };

  async function search(query: ExchangeQuery): Promise<FoundExchanges> {
    const words = queryWords(query.query);
    const documents = await countDocuments(query.tenant);
    if (words.length === 0) return { ranked: [], documents };
    const counts = await index.counts(words);
    const now = runtime.now();
    const fits = query.filePattern === undefined ? undefined : globMatcher(query.filePattern);
    // One session is few exchanges: they are ranked without asking which of them has the words.
    const rows = query.filter.session
      ? await exchanges.newest(query.tenant, query.filter, maxPerSession)
      : await exchanges.byNumber(await candidates(query, words, { counts, documents }, dayOf(now.toISOString())));
    const kept = fits ? rows.filter(({ files }) => files.some(fits)) : rows;
    const ranked = rankExchanges(words, kept, { counts, documents }, now);
    return { ranked: query.filter.session ? ranked.filter(({ matches }) => matches > 0) : ranked, documents };
  }

  /** Numbers are given once and in order: what came since the last count is their difference. */
  async function countDocuments(tenant: string): Promise<number> {
    const last = await exchanges.lastNumber();
    const known = counted.get(tenant);
    const documents = known && known.last <= last ? known.documents + last - known.last : await exchanges.count(tenant);
    counted.set(tenant, { last, documents });
    return documents;
  }

  async function candidates(
    { tenant, filter, filePattern, limit, sortBy }: ExchangeQuery,
    words: readonly string[],
    weights: Weights,
    today: number,
  ): Promise<number[]> {
    const { counts } = weights;
    const weighted = (word: string) => ({ word, weight: weightOf(word, weights) });
    const known = words.filter((word) => counts.has(word)).sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0));
    const max = filePattern === undefined ? Math.max(minCandidates, limit * 3) : 300;
    const base: Omit<IndexQuery, "anyOf" | "allOf"> = {
      ...{ tenant, today, limit: max, order: sortBy === "date" ? "date" : "relevance" },
      filter: filePattern === undefined ? filter : { ...filter, ...filesFilter(filePattern) },
    };
    const { telling, common } = splitByCount(known, counts);
    const found = new Set<number>();
    const add = async (part: Pick<IndexQuery, "anyOf" | "allOf" | "among">) => {
      for (const number of await index.find({ ...base, ...part })) found.add(number);
    };
    if (telling.length > 0) await add({ anyOf: telling.map(weighted), allOf: [] });
    const [rarest] = common;
    if (rarest === undefined) return [...found];
    // Common words select nothing alone, but together they may.
    const together = common.slice(0, 3);
    if (found.size < max) await add({ anyOf: [], allOf: together, among: newest });
    for (const allOf of together.length > 1 ? [together, [rarest]] : [together]) {
      if (found.size < limit) await add({ anyOf: [], allOf, among: newestNarrowed });
    }
    // The newest had none that the filter lets through: an old project, a day long ago.
    if (found.size === 0) await add({ anyOf: [], allOf: [rarest] });
    return [...found];
  }
}

/** The rarest words, as many as are not too much to look through; then the others. */
function splitByCount(words: readonly string[], counts: ReadonlyMap<string, number>) {
  let sum = 0;
  const telling = words.filter((word) => {
    sum += counts.get(word) ?? 0;
    return sum <= maxDocuments;
  });
  return { telling, common: words.slice(telling.length) };
}

/** The longest literal part of a pattern narrows the search in the database; the pattern itself decides afterwards. */
function filesFilter(pattern: string): ExchangeFilter {
  const literal = pattern
    .replace(/\{[^}]*\}/g, "*")
    .split(/[*?{},]+/)
    .sort((a, b) => b.length - a.length)[0];
  return literal ? { filesLike: `%${literal.toLowerCase().replace(/^\//, "")}%` } : {};
}
