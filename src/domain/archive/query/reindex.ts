import type { ExchangeRecord } from "../../../store/archive/exchange.js";
import {
  exchangeDocumentsState,
  exchangeDocumentsVersion,
  toDocument,
} from "../../../store/archive/exchange-document.js";
import type { Session, SessionStore } from "../../../store/archive/session-store.js";
import type { SliceStore } from "../../../store/archive/slice-store.js";
import type { SearchDocument } from "../../../store/search/search-document.js";
import type { SearchIndex } from "../../../store/search/search-index.js";
import type { Call } from "../../call.js";
import type { ProjectRegistry } from "../../identity/project-registry.js";
import { describeExchange } from "../extract/describe-exchange.js";
import { buildExchanges, emptyFold } from "../ingest/exchange-builder.js";
import { shortenerFor } from "../ingest/slice-transcript.js";

export interface Reindexed {
  readonly sessions: number;
  readonly exchanges: number;
}

interface Deps {
  readonly store: SessionStore;
  readonly slices: SliceStore;
  readonly projectRegistry: ProjectRegistry;
}

/** Derives everything again from the stored events: every session once. */
export async function reindex(call: Call, { store, slices, projectRegistry }: Deps): Promise<Reindexed> {
  const ids = await store.ids(call.tenant);
  let exchanges = 0;
  for (const [done, id] of ids.entries()) {
    const session = await store.find(call.tenant, id);
    if (!session) continue;
    const { id: project, root } = await projectRegistry.identify(call.tenant, session.folder);
    const records = await describeSession(store, call.tenant, { ...session, project }, root);
    await slices.rewrite(call.tenant, id, project, records);
    exchanges += records.length;
    call.progress(done + 1, ids.length, `${done + 1} of ${ids.length} sessions`);
  }
  return { sessions: ids.length, exchanges };
}

/** The search documents of exchanges, derived from the stored events. */
export interface ExchangeDocuments {
  of(tenant: string): AsyncIterable<SearchDocument>;
  /**
   * Writes the documents of the next `limit` sessions again, where an earlier version wrote them; the newest sessions
   * first. False when all are current.
   */
  refresh(tenant: string, limit: number): Promise<boolean>;
}

export function createExchangeDocuments({
  store,
  projectRegistry,
  index,
}: Omit<Deps, "slices"> & { index: Pick<SearchIndex, "put" | "state" | "setState"> }): ExchangeDocuments {
  const documentsOf = async (tenant: string, id: string): Promise<SearchDocument[]> => {
    const session = await store.find(tenant, id);
    if (!session) return [];
    const { root } = await projectRegistry.identify(tenant, session.folder);
    return (await describeSession(store, tenant, session, root)).map(toDocument);
  };
  return {
    async *of(tenant) {
      for (const id of await store.ids(tenant)) yield* await documentsOf(tenant, id);
    },

    async refresh(tenant, limit) {
      const last = await index.state(exchangeDocumentsState);
      if (last === exchangeDocumentsVersion) return false;
      const ids = (await store.ids(tenant)).reverse();
      const from = last === undefined ? 0 : ids.indexOf(last) + 1;
      const next = ids.slice(from, from + limit);
      for (const id of next) await index.put(tenant, await documentsOf(tenant, id));
      const isLast = from + limit >= ids.length;
      await index.setState(exchangeDocumentsState, isLast ? exchangeDocumentsVersion : (next.at(-1) ?? ""));
      return !isLast;
    },
  };
}

async function describeSession(
  store: SessionStore,
  tenant: string,
  { id, project, folder }: Session,
  root: string,
): Promise<ExchangeRecord[]> {
  const fold = buildExchanges(emptyFold());
  for (const event of await store.events(tenant, id)) fold.take(event);
  const shorten = shortenerFor([root, folder]);
  return fold.changed().map((draft) => describeExchange(draft, { sessionId: id, project, shorten }));
}
