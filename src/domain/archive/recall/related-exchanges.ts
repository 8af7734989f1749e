import { exchangeKind } from "../../../store/archive/exchange-document.js";
import type { SearchDocument } from "../../../store/search/search-document.js";
import type { Search } from "../../search/search.js";

/** What is told of a past exchange. */
export interface PastExchange {
  /** Names it, so that it is told once. */
  readonly item: string;
  readonly sessionId: string;
  readonly at: string;
  readonly question: string;
  readonly outcome: string;
}

export interface RelatedQuery {
  readonly tenant: string;
  readonly project: string;
  readonly text: string;
  readonly limit: number;
}

/** Past exchanges that are about the same in whatever words. */
export type FindRelated = (query: RelatedQuery) => Promise<readonly PastExchange[]>;

/** Questions about something else get nothing at this score, while most that are put in other words still get their answer. */
const likelyEnough = 0.35;
/** In a store too large to look through in this time, words have to do. */
const waitMs = 60;

export function createRelated(search: Search): FindRelated {
  return async ({ text, ...rest }) => {
    const request = { ...rest, query: text, kinds: [exchangeKind], minScore: likelyEnough, waitMs };
    const { hits } = await search.find(request);
    return hits.map(({ document }) => pastExchange(document));
  };
}

const pastExchange = ({ id, session, at, body, reply }: SearchDocument): PastExchange => ({
  item: id.slice(exchangeKind.length + 1),
  ...{ sessionId: session, at, question: body, outcome: reply },
});
