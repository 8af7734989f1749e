import {
  exchangeDocumentsState,
  exchangeDocumentsVersion,
  toDocument,
} from "../../../store/archive/exchange-document.js";
import type { SessionEvent } from "../../../store/archive/session-event.js";
import type { SearchDocument } from "../../../store/search/search-document.js";
import type { SearchIndex } from "../../../store/search/search-index.js";
import type { Call } from "../../call.js";
import type { ArchiveParts } from "../archive-parts.js";
import { activityOf, describeExchange } from "../extract/describe-exchange.js";
import { buildExchanges, emptyBuilderState } from "../ingest/exchange-builder.js";
import type { ExchangeDraft } from "../ingest/exchange-draft.js";
import { shortenerFor } from "../ingest/slice-transcript.js";

export type Reindexed = Awaited<ReturnType<typeof reindex>>;

/** Derives everything again from the stored events: every session once. */
export async function reindex(
  call: Call,
  { sessions, slices, projectRegistry }: Pick<ArchiveParts, "sessions" | "slices" | "projectRegistry">,
) {
  const ids = await sessions.ids(call.tenant);
  let exchanges = 0;
  for (const [done, id] of ids.entries()) {
    const session = await sessions.find(call.tenant, id);
    if (!session) continue;
    const { id: project, root } = await projectRegistry.identify(call.tenant, session.folder);
    const shorten = shortenerFor([root, session.folder]);
    const drafts = draftsOf(await sessions.events(call.tenant, id));
    const records = drafts.map((draft) => describeExchange(draft, { sessionId: id, project, shorten }));
    await slices.rewrite(call.tenant, id, project, records);
    exchanges += records.length;
    call.progress(done + 1, ids.length, `${done + 1} of ${ids.length} sessions`);
  }
  return { sessions: ids.length, exchanges };
}

function draftsOf(events: readonly SessionEvent[]): readonly ExchangeDraft[] {
  const fold = buildExchanges(emptyBuilderState());
  for (const event of events) fold.take(event);
  return fold.changed();
}

interface Deps extends Pick<ArchiveParts, "sessions" | "exchanges"> {
  readonly index: Pick<SearchIndex, "put" | "state" | "setState">;
}

/** The search documents of stored exchanges; their details are derived from the stored events. */
export function createExchangeDocuments({ sessions, exchanges, index }: Deps) {
  const documentsOf = async (tenant: string, id: string): Promise<SearchDocument[]> => {
    const drafts = draftsOf(await sessions.events(tenant, id));
    const activity = new Map(drafts.map(({ key, calls }) => [key, activityOf(calls)]));
    const rows = await exchanges.ofSession(tenant, id);
    return rows.map((exchange) => toDocument({ exchange, activity: activity.get(exchange.key) ?? "" }));
  };
  return {
    async *of(tenant: string): AsyncIterable<SearchDocument> {
      for (const id of await sessions.ids(tenant)) yield* await documentsOf(tenant, id);
    },

    /**
     * Writes the documents of the next `limit` sessions again, where an earlier version wrote them; the newest sessions
     * first. False when all are current.
     */
    async refresh(tenant: string, limit: number): Promise<boolean> {
      const last = await index.state(exchangeDocumentsState);
      if (last === exchangeDocumentsVersion) return false;
      const ids = (await sessions.ids(tenant)).reverse();
      const from = last === undefined ? 0 : ids.indexOf(last) + 1;
      const next = ids.slice(from, from + limit);
      for (const id of next) await index.put(tenant, await documentsOf(tenant, id));
      const isLast = from + limit >= ids.length;
      await index.setState(exchangeDocumentsState, isLast ? exchangeDocumentsVersion : (next.at(-1) ?? ""));
      return !isLast;
    },
  };
}
