import { dayMs } from "../../../base/days.js";
import type { Runtime } from "../../../base/runtime.js";
import type { Exchange } from "../../../store/archive/exchange.js";
import { documentId, exchangeKind, keyOfDocument } from "../../../store/archive/exchange-document.js";
import type { ExchangeFilter, ExchangeStore } from "../../../store/archive/exchange-store.js";
import type { Search, SearchRequest } from "../../search/search.js";

export interface ExchangeQuery extends Pick<SearchRequest, "minScore" | "perSession" | "waitMs"> {
  readonly tenant: string;
  readonly query: string;
  readonly filter: ExchangeFilter;
  readonly filePattern?: string;
  readonly limit: number;
  readonly sortBy: "relevance" | "date" | "frequency";
}

export interface RankedExchange {
  readonly exchange: Exchange;
  /** 0 to 1: how likely it is what was meant, halved every sixty days. */
  readonly score: number;
  /** The same at any age. */
  readonly relevance: number;
  /** How many words of it match the query. */
  readonly matches: number;
  /** The matching words with the text around them; `...` where it was cut. */
  readonly snippet: string;
}

export interface FoundExchanges {
  readonly ranked: readonly RankedExchange[];
  /** How many were likely enough, returned or not. */
  readonly found: number;
}

/** Finds exchanges with the search over everything. */
export interface ExchangeFinder {
  find(query: ExchangeQuery): Promise<FoundExchanges>;
}

const halfLifeDays = 60;

/** The share of a score that is left at an exchange's age; a clock that ran ahead adds nothing. */
export function decay(at: string, now: Date): number {
  const days = (now.getTime() - Date.parse(at)) / dayMs;
  return Number.isFinite(days) ? 0.5 ** (Math.max(0, days) / halfLifeDays) : 1;
}

interface Deps {
  readonly search: Search;
  readonly exchanges: ExchangeStore;
  readonly runtime: Runtime;
}

export function createExchangeFinder({ search, exchanges, runtime }: Deps): ExchangeFinder {
  return {
    async find({ tenant, query, filter, filePattern, limit, sortBy, minScore, perSession, waitMs }) {
      // Age lowers what is shown, not what is chosen: an old exchange that is clearly meant stays in the list.
      const { hits, found } = await search.find({
        tenant,
        query,
        limit,
        sort: sortBy,
        kinds: [exchangeKind],
        ...(filter.project === undefined ? {} : { project: filter.project }),
        ...(filter.session === undefined ? {} : { session: filter.session }),
        ...(filter.from === undefined ? {} : { since: filter.from }),
        ...(filter.to === undefined ? {} : { until: filter.to }),
        ...(filePattern === undefined ? {} : { files: [filePattern] }),
        ...(minScore === undefined ? {} : { minScore }),
        ...(perSession === undefined ? {} : { perSession }),
        ...(waitMs === undefined ? {} : { waitMs }),
      });
      const rows = await exchanges.byKey(
        tenant,
        hits.map(({ document }) => keyOfDocument(document)),
      );
      const byId = new Map(rows.map((exchange) => [documentId(exchange), exchange]));
      const now = runtime.now();
      const ranked = hits.flatMap(({ document, score, matches, snippet }): RankedExchange[] => {
        const exchange = byId.get(document.id);
        const shown = snippet.text.replace(/^…|…$/g, "...");
        return exchange
          ? [{ exchange, score: score * decay(exchange.at, now), relevance: score, matches, snippet: shown }]
          : [];
      });
      return { ranked: sortBy === "relevance" ? ranked.sort((a, b) => b.score - a.score) : ranked, found };
    },
  };
}
