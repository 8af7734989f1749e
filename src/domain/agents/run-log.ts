import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { Spans } from "../../engine/spans.js";
import type { Run, RunKind, RunStore } from "../../store/bridge/run-store.js";
import type { Call } from "../call.js";
import { throwIfAborted } from "./slots.js";

/** What is known of a run before it starts. */
export interface RunFacts {
  readonly id: string;
  readonly kind: RunKind;
  readonly project: string;
  readonly repository: string;
  readonly path: string;
  readonly request: string;
}

export interface OpenRun {
  readonly id: string;
  /** Ends with the caller, with `run_cancel`, and with the server. */
  readonly signal: AbortSignal;
  note(changes: Partial<Run>): Promise<void>;
}

/** Every run in the records, from its start to its end, whatever the end. */
export interface RunLog {
  record<T>(call: Call, facts: RunFacts, body: (run: OpenRun) => Promise<T>): Promise<T>;
  /** Settles once a run of that id is in the records. */
  started(id: string): Promise<void>;
  /** Asks a run to end, in whichever process it lives. */
  cancel(tenant: string, id: string): Promise<boolean>;
  /** Ends every run of this process and waits for their records. */
  close(): Promise<void>;
}

const beatMs = 2000;

export function createRunLog({ store, spans, runtime }: { store: RunStore; spans: Spans; runtime: Runtime }): RunLog {
  const live = new Map<string, { tenant: string; stop: AbortController; ended: Promise<unknown> }>();
  const awaited = new Map<string, () => void>();
  let beating: ReturnType<typeof setInterval> | undefined;

  return {
    record(call, facts, body) {
      const stop = new AbortController();
      const leave = () => stop.abort();
      call.signal.addEventListener("abort", leave, { once: true });
      if (call.signal.aborted) stop.abort();
      const ended = execute(call, facts, stop.signal, body).finally(() => {
        call.signal.removeEventListener("abort", leave);
        live.delete(facts.id);
        rest();
      });
      live.set(facts.id, { tenant: call.tenant, stop, ended: ended.catch(() => {}) });
      beat();
      return ended;
    },

    started: (id) => new Promise((settle) => awaited.set(id, settle)),

    async cancel(tenant, id) {
      const here = live.get(id);
      if (here?.tenant === tenant) here.stop.abort();
      return store.askToCancel(tenant, id);
    },

    async close() {
      for (const { stop } of live.values()) stop.abort();
      await Promise.all([...live.values()].map(({ ended }) => ended));
    },
  };

  async function execute<T>(
    call: Call,
    facts: RunFacts,
    signal: AbortSignal,
    body: (run: OpenRun) => Promise<T>,
  ): Promise<T> {
    const began = runtime.now();
    const at = began.toISOString();
    await store.add(call.tenant, { ...unended, ...facts, caller: call.caller, startedAt: at, seenAt: at });
    awaited.get(facts.id)?.();
    awaited.delete(facts.id);
    const note = (changes: Partial<Run>) => store.update(call.tenant, facts.id, changes);
    const end = async (changes: Partial<Run>) => {
      const now = runtime.now();
      const kept = await store.find(call.tenant, facts.id);
      spans.send({
        name: `run ${facts.kind}`,
        startedAt: began,
        endedAt: now,
        ...spanFacts(facts, { ...kept, ...changes }),
      });
      await note({ ...changes, endedAt: now.toISOString(), durationMs: now.getTime() - began.getTime() });
    };
    try {
      const answer = await body({ id: facts.id, signal, note });
      // An agent that was told to stop may still end well.
      throwIfAborted(signal);
      await end({ status: "done", answer: JSON.stringify(answer) });
      return answer;
    } catch (error) {
      const isForeseen = error instanceof AppError;
      const errorCode = isForeseen ? error.code : "INTERNAL_ERROR";
      const status = errorCode === "CANCELLED" ? "cancelled" : "failed";
      await end({ status, errorCode, error: isForeseen ? error.message : String(error) });
      throw error;
    }
  }

  /** Says that our runs live, and hears which of them somebody wants ended from another process. */
  function beat(): void {
    beating ??= setInterval(() => {
      for (const tenant of new Set([...live.values()].map((one) => one.tenant))) {
        const ids = [...live].filter(([, one]) => one.tenant === tenant).map(([id]) => id);
        store.beat(tenant, ids, runtime.now().toISOString()).then(
          (unwanted) => unwanted.forEach((id) => void live.get(id)?.stop.abort()),
          () => {},
        );
      }
    }, beatMs).unref();
  }

  function rest(): void {
    if (live.size > 0) return;
    clearInterval(beating);
    beating = undefined;
  }
}

const spanFacts = (
  { project, repository }: RunFacts,
  { agent, inputTokens = 0, outputTokens = 0, cost = 0, errorCode }: Partial<Run>,
) => ({
  attributes: {
    ...{ project, repository, inputTokens, outputTokens, cost },
    ...(agent ? { agent } : {}),
    ...(errorCode ? { errorCode } : {}),
  },
  isError: Boolean(errorCode),
});

const unended = {
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
