import type { Log } from "../../../base/log.js";
import type { Runtime } from "../../../base/runtime.js";
import type { Embedder } from "../../../engine/embedder.js";
import { inTenant } from "../../../engine/tenant-scope.js";
import type { LeaseStore } from "../../../store/lease-store.js";
import type { EmbeddingQueue } from "../../../store/search/embedding-queue.js";
import type { VectorStore } from "../../../store/search/vector-store.js";
import { embedClaimed, embedNext, embedSymbols } from "./embed-documents.js";

interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** With more documents pending, nothing is embedded. */
  readonly max?: number | undefined;
  readonly progress?: ((done: number, of: number) => void) | undefined;
}

/**
 * Embeds documents in the background, in slices: on a database server several processes, the newest documents first and
 * tenants in turn; otherwise one process at a time, resuming where the last one stopped.
 */
export interface Embedding {
  readonly model: string | undefined;
  /** Documents that waited when they were last counted, where several processes embed together. */
  backlog(): number;
  countBacklog(): Promise<void>;
  /** Documents that have no vectors yet. */
  countPending(): Promise<number>;
  /** Works until nothing is left, the signal aborts it, or another process has the lease; returns how many were embedded. */
  run(options: RunOptions): Promise<number>;
  /** Polls for work; returns a function that stops it and gives up the lease. */
  start(): () => Promise<void>;
}

interface Deps {
  readonly vectors: VectorStore;
  readonly embedder: Embedder | undefined;
  readonly leases: LeaseStore;
  readonly runtime: Runtime;
  readonly log: Log;
  /** How often it looks for work. Default: every 15 seconds. */
  readonly pollMs?: number;
}

const leaseName = "search.embedding";
const leaseMs = 60_000;
const sliceSize = 8;
const symbolSliceSize = 200;
const defaultPollMs = 15_000;

export function createEmbedding({ vectors, embedder, leases, runtime, log, pollMs = defaultPollMs }: Deps): Embedding {
  const holder = runtime.newId("lease");
  let waiting = 0;

  const run: Embedding["run"] = async ({ signal, max, progress }) => {
    if (embedder === undefined) return 0;
    return vectors.queue
      ? runQueue(embedder, vectors.queue, { signal, max, progress })
      : runAlone(embedder, { signal, max, progress });
  };

  /** One slice of each tenant in turn, so that a large backlog of one does not delay the others. */
  const runQueue = async (model: Embedder, queue: EmbeddingQueue, { signal, max, progress }: RunOptions) => {
    waiting = await queue.size();
    if (max !== undefined && waiting > max) return 0;
    let done = 0;
    for (let before = -1; before < done; ) {
      before = done;
      for (const tenant of await queue.tenants(model.model)) {
        if (signal?.aborted) return done;
        done += await inTenant(tenant, () => embedSlice(model));
        progress?.(done, Math.max(waiting, done));
      }
      waiting = await queue.size();
    }
    return done;
  };

  const embedSlice = async (model: Embedder): Promise<number> => {
    const now = runtime.now();
    const times = { now: now.toISOString(), until: new Date(now.getTime() + leaseMs).toISOString() };
    const embedded = await embedClaimed(vectors, model, sliceSize, times);
    if (embedded > 0 && embedded < sliceSize) await vectors.forgetOthers(model.model);
    return embedded;
  };

  const runAlone = async (model: Embedder, { signal, max, progress }: RunOptions): Promise<number> => {
    const pending = await vectors.countPending(model.model);
    let done = 0;
    try {
      while (pending > 0 && !signal?.aborted && (await leases.take(leaseName, holder, leaseMs))) {
        if ((await embedSymbols(vectors, model, symbolSliceSize)) > 0) continue;
        if (max !== undefined && pending > max) break;
        const embedded = await embedNext(vectors, model, sliceSize);
        if (embedded === 0) {
          while (!signal?.aborted && (await vectors.blocks?.pack(model.model)));
          await vectors.forgetOthers(model.model);
          break;
        }
        done += embedded;
        progress?.(done, Math.max(pending, done));
      }
    } finally {
      if (pending > 0) await leases.release(leaseName, holder);
    }
    return done;
  };

  const start = () => {
    const stopped = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let running: Promise<void> = Promise.resolve();
    let isWorking = false;
    let isWoken = false;
    const begin = () => {
      clearTimeout(timer);
      running = work();
    };
    const schedule = () => {
      timer = setTimeout(begin, isWoken ? 0 : pollMs).unref();
    };
    const wake = () => {
      isWoken = true;
      if (!isWorking && !stopped.signal.aborted) begin();
    };
    // Polling remains, because a notification may be lost with its connection.
    const listening = vectors.queue?.listen(wake).catch(() => async () => {});
    const work = async () => {
      isWorking = true;
      isWoken = false;
      try {
        const done = await run({ signal: stopped.signal });
        if (done > 0) log.info("search.embedded", { documents: done });
      } catch (error) {
        // Keyword search still works; the next round retries.
        log.info("search.embedding", { error: error instanceof Error ? error.message : String(error) });
      }
      isWorking = false;
      if (!stopped.signal.aborted) schedule();
    };
    schedule();
    return async () => {
      stopped.abort();
      clearTimeout(timer);
      await running;
      await (await listening)?.();
    };
  };

  const countBacklog = async () => {
    waiting = (await vectors.queue?.size()) ?? 0;
  };

  return {
    model: embedder?.model,
    backlog: () => waiting,
    countBacklog,
    countPending: async () =>
      embedder ? (vectors.queue ?? { size: () => vectors.countPending(embedder.model) }).size() : 0,
    run,
    start: embedder ? start : () => async () => {},
  };
}
