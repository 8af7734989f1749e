import type { SessionStore } from "../../../store/archive/session-store.js";
import type { SliceStore } from "../../../store/archive/slice-store.js";
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

/** Draws everything anew from the events that are kept: every session once, whatever state the index was in. */
export async function reindex(call: Call, { store, slices, projectRegistry }: Deps): Promise<Reindexed> {
  await slices.clearIndex();
  const ids = await store.ids(call.tenant);
  let exchanges = 0;
  for (const [done, id] of ids.entries()) {
    const session = await store.find(call.tenant, id);
    if (!session) continue;
    const fold = buildExchanges(emptyFold());
    for (const event of await store.events(call.tenant, id)) fold.take(event);
    const { id: project, root } = await projectRegistry.identify(call.tenant, session.folder);
    const shorten = shortenerFor([root, session.folder]);
    const records = fold.changed().map((draft) => describeExchange(draft, { sessionId: id, project, shorten }));
    await slices.rewrite(call.tenant, id, project, records);
    exchanges += records.length;
    call.progress(done + 1, ids.length, `${done + 1} of ${ids.length} sessions`);
  }
  return { sessions: ids.length, exchanges };
}
