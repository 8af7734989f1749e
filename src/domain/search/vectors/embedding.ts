import type { Log } from "../../../base/log.js";
import type { Runtime } from "../../../base/runtime.js";
import type { Embedder } from "../../../engine/embedder.js";
import { inTenant } from "../../../engine/tenant-scope.js";
import type { LeaseStore } from "../../../store/lease-store.js";
import type { VectorStore } from "../../../store/search/vector-store.js";
import { embedNext } from "./embed-documents.js";

interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** With more documents pending, nothing is embedded. */
  readonly max?: number;
  progress?(done: number, of: number): void;
}

/** Embeds documents in the background: one process at a time, in slices, resuming where the last one stopped. */
export interface Embedding {
  readonly model: string | undefined;
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
}

const leaseName = "search.embedding";
const leaseMs = 60_000;
const sliceSize = 8;
const pollMs = 15_000;

export function createEmbedding({ vectors, embedder, leases, runtime, log }: Deps): Embedding {
  const holder = runtime.newId("lease");

  const run: Embedding["run"] = async ({ signal, max, progress }) => {
    if (embedder === undefined) return 0;
    let done = 0;
    for (const tenant of (await vectors.tenantsToEmbed(embedder.model)) ?? [undefined]) {
      if (signal?.aborted) return done;
      const before = done;
      const report = (embedded: number, of: number) => progress?.(before + embedded, before + of);
      const work = () => runForTenant(embedder, { signal, progress: report, ...(max === undefined ? {} : { max }) });
      done += tenant === undefined ? await work() : await inTenant(tenant, work);
    }
    return done;
  };

  const runForTenant = async (model: Embedder, { signal, max, progress }: RunOptions): Promise<number> => {
    const pending = await vectors.countPending(model.model);
    if (max !== undefined && pending > max) return 0;
    let done = 0;
    try {
      while (pending > 0 && !signal?.aborted && (await leases.take(leaseName, holder, leaseMs))) {
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
    const schedule = () => {
      timer = setTimeout(() => {
        running = work();
      }, pollMs).unref();
    };
    const work = async () => {
      try {
        const done = await run({ signal: stopped.signal });
        if (done > 0) log.info("search.embedded", { documents: done });
      } catch (error) {
        // Keyword search still works; the next round retries.
        log.info("search.embedding", { error: error instanceof Error ? error.message : String(error) });
      }
      if (!stopped.signal.aborted) schedule();
    };
    schedule();
    return async () => {
      stopped.abort();
      clearTimeout(timer);
      await running;
    };
  };

  return { model: embedder?.model, run, start: embedder ? start : () => async () => {} };
}
