import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { Spans } from "../../engine/spans.js";
import type { Run, RunKind, RunStore } from "../../store/bridge/run-store.js";
import type { Call } from "../call.js";
import { cancelled, throwIfAborted } from "./slots.js";

/** A run before it starts. */
export interface NewRun {
  readonly id: string;
  readonly kind: RunKind;
  readonly project: string;
  readonly repository: string;
  readonly path: string;
  readonly request: string;
}

export interface OpenRun {
  readonly id: string;
  /** Aborted by the caller, by `run_cancel` and when the server stops. */
  readonly signal: AbortSignal;
  note(changes: Partial<Run>): Promise<void>;
}

/** Records every run from start to end, however it ends. */
export interface RunLog {
  record<T>(call: Call, facts: NewRun, body: (run: OpenRun) => Promise<T>): Promise<T>;
  /** Resolves once a run with that id is recorded. */
  started(id: string): Promise<void>;
  /** Cancels a run of any process. */
  cancel(tenant: string, id: string): Promise<boolean>;
  /** Cancels every run of this process and waits until that is recorded. */
  close(): Promise<void>;
}

const heartbeatMs = 2000;

export function createRunLog({ store, spans, runtime }: { store: RunStore; spans: Spans; runtime: Runtime }): RunLog {
  const activeRuns = new Map<string, { tenant: string; stop: AbortController; ended: Promise<unknown> }>();
  const startListeners = new Map<string, () => void>();
  let heartbeatTimer: ReturnType<typeof setInterval> | undefined;

  return {
    record(call, facts, body) {
      const stop = new AbortController();
      const abort = () => stop.abort();
      call.signal.addEventListener("abort", abort, { once: true });
      if (call.signal.aborted) stop.abort();
      const ended = execute(call, facts, stop.signal, body).finally(() => {
        call.signal.removeEventListener("abort", abort);
        activeRuns.delete(facts.id);
        stopHeartbeatIfIdle();
      });
      activeRuns.set(facts.id, { tenant: call.tenant, stop, ended: ended.catch(() => {}) });
      heartbeat();
      return ended;
    },

    started: (id) => new Promise((settle) => startListeners.set(id, settle)),

    async cancel(tenant, id) {
      const here = activeRuns.get(id);
      if (here?.tenant === tenant) here.stop.abort();
      return store.requestCancel(tenant, id);
    },

    async close() {
      for (const { stop } of activeRuns.values()) stop.abort();
      await Promise.all([...activeRuns.values()].map(({ ended }) => ended));
    },
  };

  async function execute<T>(
    call: Call,
    facts: NewRun,
    signal: AbortSignal,
    body: (run: OpenRun) => Promise<T>,
  ): Promise<T> {
    const startedAt = runtime.now();
    const at = startedAt.toISOString();
    await store.add(call.tenant, { ...runDefaults, ...facts, caller: call.caller, startedAt: at, seenAt: at });
    startListeners.get(facts.id)?.();
    startListeners.delete(facts.id);
    const note = (changes: Partial<Run>) => store.update(call.tenant, facts.id, changes);
    const end = async (changes: Partial<Run>) => {
      const now = runtime.now();
      const stored = await store.find(call.tenant, facts.id);
      spans.send({
        name: `run ${facts.kind}`,
        startMs: startedAt.getTime(),
        endMs: now.getTime(),
        ...spanAttributes(facts, { ...stored, ...changes }),
      });
      const ended = { ...changes, endedAt: now.toISOString(), durationMs: now.getTime() - startedAt.getTime() };
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

  function stopHeartbeatIfIdle(): void {
    if (activeRuns.size > 0) return;
    clearInterval(heartbeatTimer);
    heartbeatTimer = undefined;
  }
}

const spanAttributes = (
  { project, repository }: NewRun,
  { agent, inputTokens = 0, outputTokens = 0, cost = 0, errorCode }: Partial<Run>,
) => ({
  attributes: {
    project,
    repository,
    inputTokens,
    outputTokens,
    cost,
    ...(agent ? { agent } : {}),
    ...(errorCode ? { errorCode } : {}),
  },
  isError: Boolean(errorCode),
});

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
