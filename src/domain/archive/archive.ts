import type { World } from "../../base/world.js";
import type { Exchange, SessionStore } from "../../store/session-store.js";
import type { Call } from "../call.js";
import { globMatcher } from "../search/glob.js";
import { rankTexts } from "../search/rank-texts.js";

export interface ArchiveQuery {
  readonly query: string;
  readonly project?: string;
  /** Only exchanges that touched a file of this pattern. */
  readonly filePattern?: string;
  /** Days, both included: YYYY-MM-DD. */
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
  readonly sortBy: "relevance" | "date" | "frequency";
}

export interface ArchiveHit {
  readonly exchange: Exchange;
  readonly score: number;
  readonly matches: number;
}

export interface ArchiveAnswer {
  readonly hits: readonly ArchiveHit[];
  readonly found: number;
  readonly searched: number;
  readonly tookMs: number;
}

/** Sessions of agents, captured and searchable. */
export interface Archive {
  search(call: Call, query: ArchiveQuery): Promise<ArchiveAnswer>;
}

export function createArchive({ store, world }: { store: SessionStore; world: World }): Archive {
  return {
    async search(call, { query, project, filePattern, from, to, limit, sortBy }) {
      const began = world.now();
      const kept = await store.exchanges(call.tenant, {
        ...(project ? { project } : {}),
        ...(from ? { from } : {}),
        ...(to ? { to: `${to}T23:59:59.999Z` } : {}),
      });
      const fits = filePattern ? globMatcher(filePattern) : undefined;
      const exchanges = fits ? kept.filter(({ files }) => files.some(fits)) : kept;
      const ranked = rankTexts(query, exchanges, textOf).map(({ item, ...rest }) => ({ exchange: item, ...rest }));
      const hits = ranked.sort(orders[sortBy]).slice(0, limit);
      const tookMs = world.now().getTime() - began.getTime();
      return { hits, found: ranked.length, searched: exchanges.length, tookMs };
    },
  };
}

const textOf = ({ question, answer, files }: Exchange) => [question, answer, ...files].join("\n");

const orders: Record<ArchiveQuery["sortBy"], (a: ArchiveHit, b: ArchiveHit) => number> = {
  relevance: (a, b) => b.score - a.score,
  date: (a, b) => b.exchange.at.localeCompare(a.exchange.at),
  frequency: (a, b) => b.matches - a.matches,
};
