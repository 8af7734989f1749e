import { dayMs } from "../../../base/days.js";
import type { Runtime } from "../../../base/runtime.js";
import { documentId, exchangeKind, keyOfDocument } from "../../../store/archive/exchange-document.js";
import type { ExchangeStore } from "../../../store/archive/exchange-store.js";
import type { Search, SearchRequest } from "../../search/search.js";

export type ExchangeFinder = ReturnType<typeof createExchangeFinder>;
export type RankedExchange = Awaited<ReturnType<ExchangeFinder["find"]>>["ranked"][number];

const halfLifeDays = 60;

/** The share of a score that is left at an exchange's age; a clock that ran ahead adds nothing. */
export function decay(at: string, now: Date): number {
  const days = (now.getTime() - Date.parse(at)) / dayMs;
  return Number.isFinite(days) ? 0.5 ** (Math.max(0, days) / halfLifeDays) : 1;
}

type Deps = { search: Search; exchanges: ExchangeStore; runtime: Runtime };

export const createExchangeFinder = ({ search, exchanges, runtime }: Deps) => ({
  /**
   * Finds exchanges with the search over everything. A score is how likely it is what was meant, 0 to 1, halved every sixty
   * days; its relevance is the same at any age. `found` counts all that were likely enough, returned or not.
   */
  async find(request: Omit<SearchRequest, "kinds">) {
    // Age lowers what is shown, not what is chosen: an old exchange that is clearly meant stays in the list.
    const { hits, found } = await search.find({ ...request, kinds: [exchangeKind] });
    const keys = hits.map(({ document }) => keyOfDocument(document));
    const rows = await exchanges.byKey(request.tenant, keys);
    const byId = new Map(rows.map((exchange) => [documentId(exchange), exchange]));
    const now = runtime.now();
    const ranked = hits.flatMap(({ document, score: relevance, matches, snippet: { text } }) => {
      const exchange = byId.get(document.id);
      if (!exchange) return [];
      const snippet = text.replace(/^…|…$/g, "...");
      return [{ exchange, score: relevance * decay(exchange.at, now), relevance, matches, snippet }];
    });
    const isByRelevance = (request.sort ?? "relevance") === "relevance";
    return { ranked: isByRelevance ? ranked.sort((a, b) => b.score - a.score) : ranked, found };
  },
});
