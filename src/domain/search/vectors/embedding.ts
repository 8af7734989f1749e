import type { Log } from "../../../base/log.js";
import type { Runtime } from "../../../base/runtime.js";
import type { Activity } from "../../../engine/activity.js";
import type { Embedder } from "../../../engine/embedder.js";
import { inTenant } from "../../../engine/tenant-scope.js";
import type { LeaseStore } from "../../../store/lease-store.js";
import type { EmbeddingQueue } from "../../../store/search/embedding-queue.js";
import type { VectorStore } from "../../../store/search/vector-store.js";
import { createBatteryBudget } from "./battery-budget.js";
import { embedClaimed, embedNext, embedSymbols } from "./embed-documents.js";

interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** With more documents pending, nothing is embedded. */
  readonly max?: number | undefined;
  readonly progress?: ((done: number, of: number) => void) | undefined;
}

/**
 * Embeds documents, the newest first: on a database server several processes share the work, tenants in turn; otherwise one
 * process at a time does it. In the background it stops while anybody waits for an answer.
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
  readonly activity: Pick<Activity, "quiet">;
  isOnBattery(): Promise<boolean>;
  /** How often it looks for work. Default: every 5 seconds. */
  readonly pollMs?: number;
}

/** Who embeds, and what is awaited before each passage. */
interface Pace {
  readonly model: Embedder;
  readonly signal: AbortSignal | undefined;
  beforePassage(): Promise<unknown>;
  /** False when enough was done for today; `embedded` is how many since the last time. */
  mayGoOn(embedded: number): Promise<boolean>;
}

const leaseName = "search.embedding";
const leaseMs = 60_000;
const sliceSize = 8;
const symbolSliceSize = 200;
const defaultPollMs = 5000;

export function createEmbedding(deps: Deps): Embedding {
  const { vectors, embedder, leases, runtime, log, activity, isOnBattery, pollMs = defaultPollMs } = deps;
  const holder = runtime.newId("lease");
  const mayGoOnBattery = createBatteryBudget({ vectors, runtime, isOnBattery });
  let waiting = 0;

  const run = async (pace: Pace | undefined, options: Omit<RunOptions, "signal">): Promise<number> => {
    if (pace === undefined) return 0;
    return vectors.queue ? runQueue(pace, vectors.queue, options) : runAlone(pace, options);
  };

  /** Where somebody waits for the end of it. */
  const atOnce = (signal: AbortSignal | undefined): Pace | undefined =>
    embedder && { model: embedder, signal, beforePassage: async () => {}, mayGoOn: async () => true };

  const inBackground = (signal: AbortSignal): Pace | undefined =>
    embedder && {
      model: embedder.background ?? embedder,
      signal,
      beforePassage: () => activity.quiet(signal),
      mayGoOn: mayGoOnBattery,
    };

  /** One slice of each tenant in turn, so that a large backlog of one does not delay the others. */
  const runQueue = async (pace: Pace, queue: EmbeddingQueue, { max, progress }: RunOptions) => {
    waiting = await queue.size();
    if (max !== undefined && waiting > max) return 0;
    let done = 0;
    for (let before = -1; before < done; ) {
      before = done;
      for (const tenant of await queue.tenants(pace.model.model)) {
        if (pace.signal?.aborted) return done;
        const embedded = await inTenant(tenant, () => embedSlice(pace));
        done += embedded;
        if (!(await inTenant(tenant, () => pace.mayGoOn(embedded)))) return done;
        progress?.(done, Math.max(waiting, done));
      }
      waiting = await queue.size();
    }
    return done;
  };

  const embedSlice = async ({ model, beforePassage }: Pace): Promise<number> => {
    const now = runtime.now();
    const times = { now: now.toISOString(), until: new Date(now.getTime() + leaseMs).toISOString() };
    const embedded = await embedClaimed(vectors, model, { limit: sliceSize, ...times, beforePassage });
    if (embedded > 0 && embedded < sliceSize) await vectors.forgetOthers(model.model);
    return embedded;
  };

  const runAlone = async (pace: Pace, { max, progress }: RunOptions): Promise<number> => {
    const { model, signal, beforePassage } = pace;
    const pending = await vectors.countPending(model.model);
    let done = 0;
    try {
      let last = 0;
      while (pending > 0 && !signal?.aborted && (await pace.mayGoOn(last)) && (await takeLease())) {
        last = 0;
        if ((await embedSymbols(vectors, model, symbolSliceSize)) > 0) continue;
        if (max !== undefined && pending > max) break;
        const embedded = await embedNext(vectors, model, sliceSize, beforePassage);
        if (embedded === 0) {
          while (!signal?.aborted && (await vectors.blocks?.pack(model.model)));
          await vectors.forgetOthers(model.model);
          break;
        }
        last = embedded;
        done += embedded;
        progress?.(done, Math.max(pending, done));
      }
    } finally {
      if (pending > 0) await leases.release(leaseName, holder);
      leasedUntilMs = 0;
    }
    return done;
  };

  let leasedUntilMs = 0;
  /** Renewed at half of its time: every renewal is written to the disk. */
  const takeLease = async (): Promise<boolean> => {
    const nowMs = runtime.now().getTime();
    if (leasedUntilMs - nowMs > leaseMs / 2) return true;
    if (!(await leases.take(leaseName, holder, leaseMs))) return false;
    leasedUntilMs = nowMs + leaseMs;
    return true;
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
        const done = await run(inBackground(stopped.signal), {});
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
    run: ({ signal, ...options }) => run(atOnce(signal), options),
    start: embedder ? start : () => async () => {},
  };
}
