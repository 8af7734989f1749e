import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { Spans } from "../../engine/spans.js";
import type { Run, RunStore } from "../../store/bridge/run-store.js";
import type { Call } from "../call.js";
import { cancelled, throwIfAborted } from "./slots.js";

/** A run before it starts. */
export type NewRun = Pick<Run, "id" | "kind" | "project" | "repository" | "path" | "request">;

export interface OpenRun {
  readonly id: string;
  /** Aborted by the caller, by `run_cancel` and when the server stops. */
  readonly signal: AbortSignal;
  note(changes: Partial<Run>): Promise<void>;
}

const heartbeatMs = 2000;

/** Records every run from start to end, however it ends. */
export type RunLog = ReturnType<typeof createRunLog>;

export function createRunLog({ store, spans, runtime }: { store: RunStore; spans: Spans; runtime: Runtime }) {
  const activeRuns = new Map<string, { tenant: string; stop: AbortController; ended: Promise<unknown> }>();
  const startListeners = new Map<string, () => void>();
  let heartbeatTimer: ReturnType<typeof setInterval> | undefined;

  return {
    record<T>(call: Call, facts: NewRun, body: (run: OpenRun) => Promise<T>): Promise<T> {
      const stop = new AbortController();
      const ended = execute(call, facts, AbortSignal.any([call.signal, stop.signal]), body).finally(() => {
        activeRuns.delete(facts.id);
        if (activeRuns.size > 0) return;
        clearInterval(heartbeatTimer);
        heartbeatTimer = undefined;
      });
      activeRuns.set(facts.id, { tenant: call.tenant, stop, ended: ended.catch(() => {}) });
      heartbeat();
      return ended;
    },

    /** Resolves once a run with that id is recorded. */
    started: (id: string) => new Promise<void>((settle) => startListeners.set(id, settle)),

    /** Cancels a run of any process. */
    async cancel(tenant: string, id: string): Promise<boolean> {
      const here = activeRuns.get(id);
      if (here?.tenant === tenant) here.stop.abort();
      return store.requestCancel(tenant, id);
    },

    /** Cancels every run of this process and waits until that is recorded. */
    async close(): Promise<void> {
      for (const { stop } of activeRuns.values()) stop.abort();
      await Promise.all([...activeRuns.values()].map(({ ended }) => ended));
    },
  };

  async function execute<T>(call: Call, facts: NewRun, signal: AbortSignal, body: (run: OpenRun) => Promise<T>) {
    const startedAt = runtime.now();
    const at = startedAt.toISOString();
    await store.add(call.tenant, { ...runDefaults, ...facts, caller: call.caller, startedAt: at, seenAt: at });
    startListeners.get(facts.id)?.();
    startListeners.delete(facts.id);
    const note = (changes: Partial<Run>) => store.update(call.tenant, facts.id, changes);
    const end = async (changes: Partial<Run>) => {
      const endMs = runtime.now().getTime();
      const stored = await store.find(call.tenant, facts.id);
      const { agent, inputTokens = 0, outputTokens = 0, cost = 0, errorCode } = { ...stored, ...changes };
      const { project, repository } = facts;
      const optional = { ...(agent ? { agent } : {}), ...(errorCode ? { errorCode } : {}) };
      spans.send({
        name: `run ${facts.kind}`,
        startMs: startedAt.getTime(),
        endMs,
        attributes: { project, repository, inputTokens, outputTokens, cost, ...optional },
        isError: Boolean(errorCode),
      });
      const durationMs = endMs - startedAt.getTime();
      const ended = { ...changes, endedAt: new Date(endMs).toISOString(), durationMs };
      return changes.status === "done" ? store.complete(call.tenant, facts.id, ended) : note(ended).then(() => true);
    };
    try {
      const answer = await body({ id: facts.id, signal, note });
      throwIfAborted(signal);
      const isDone = await end({ status: "done", answer: JSON.stringify(answer) });
      if (!isDone) throw cancelled();
      return answer;
    } catch (error) {
      const isExpected = error instanceof AppError;
      const errorCode = isExpected ? error.code : "INTERNAL_ERROR";
      const status = errorCode === "CANCELLED" ? "cancelled" : "failed";
      await end({ status, errorCode, error: isExpected ? error.message : String(error) });
      throw error;
    }
  }

  /** Updates `seen_at` of our runs, and stops those that another process cancelled. */
  function heartbeat(): void {
    heartbeatTimer ??= setInterval(() => {
      for (const tenant of new Set([...activeRuns.values()].map((one) => one.tenant))) {
        const ids = [...activeRuns].filter(([, one]) => one.tenant === tenant).map(([id]) => id);
        store.heartbeat(tenant, ids, runtime.now().toISOString()).then(
          (cancelledIds) => cancelledIds.forEach((id) => void activeRuns.get(id)?.stop.abort()),
          () => {},
        );
      }
    }, heartbeatMs).unref();
  }
}

const runDefaults = {
  status: "waiting",
  agent: null,
  agentVersion: null,
  model: null,
  enforcement: null,
  head: null,
  branch: null,
  exitCode: null,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  errorCode: null,
  error: null,
  answer: null,
  transcript: null,
  endedAt: null,
  durationMs: 0,
} as const;
