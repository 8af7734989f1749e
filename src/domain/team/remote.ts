import { dayMs } from "../../base/days.js";
import { AppError, type Problem, problems } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { SharedKind } from "../../base/service-settings.js";
import type { CallOptions, Refusal, RemoteAnswer, RemoteTools } from "../../engine/remote-tools.js";
import type { CopyStore } from "../../store/remote/copy-store.js";
import type { OutboxEntry, OutboxStore } from "../../store/remote/outbox-store.js";
import type { Call } from "../call.js";
import type { Input } from "./shared-tools.js";
import { createTeamCopies } from "./team-copies.js";

export type ReadResult =
  | Exclude<RemoteAnswer, { kind: "refused" }>
  | { readonly kind: "refused"; readonly error: AppError };

type WriteResult =
  | Extract<RemoteAnswer, { kind: "answered" }>
  | { readonly kind: "queued"; readonly id: string; readonly why: string };

interface Deps {
  readonly tools: RemoteTools;
  readonly store: OutboxStore;
  readonly copyStore: CopyStore;
  /** Maximum records of one kind and project to keep a copy of. */
  readonly maxCopied: number;
  /** Replaces secrets in copied records: the service may redact less. */
  redact<T>(value: T): T;
  readonly runtime: Runtime;
  readonly kinds: readonly string[];
  readonly timeoutMs: number;
}

/** Pause after a failure, so that agents do not wait for the service at every call. */
const backoffMs = 10_000;
/** After this, the service may have forgotten the idempotency key of a write that it accepted. */
const maxDays = 14;

/** A team service and the outbox of writes for it. */
export type Remote = ReturnType<typeof createRemote>;

export function createRemote({ tools, store, copyStore, maxCopied, redact, runtime, kinds, timeoutMs }: Deps) {
  const { address } = tools;
  let backoffUntilMs = 0;
  let lastReason = "";
  const nowMs = () => runtime.now().getTime();
  const isoIn = (ms: number) => new Date(nowMs() + ms).toISOString();
  // Longer than a request can take: an entry claimed longer ago has lost its sender.
  const claimMs = timeoutMs * 2 + 1000;

  const unlessPaused = async (request: () => Promise<RemoteAnswer>, signal?: AbortSignal): Promise<RemoteAnswer> => {
    if (nowMs() < backoffUntilMs) return { kind: "unreachable", why: lastReason, retryAfterMs: 0 };
    const answer = await request();
    if (answer.kind === "unreachable" && !signal?.aborted) {
      backoffUntilMs = nowMs() + Math.max(backoffMs, answer.retryAfterMs);
      lastReason = answer.why;
    }
    return answer;
  };
  const ask = (tool: string, input: Input, options: CallOptions): Promise<RemoteAnswer> =>
    unlessPaused(() => tools.call(tool, input, options), options.signal);
  const copies = createTeamCopies({
    store: copyStore,
    runtime,
    service: tools.account,
    maxRecords: maxCopied,
    redact,
    ask: (tool, input) => ask(tool, input, {}),
    list: (path) => unlessPaused(() => tools.list(path)),
  });

  /** Those of the outbox that this service does not have yet, oldest first. */
  const queued = async (tenant: string) =>
    (await store.list(tenant)).filter(({ service, refused }) => service === address && refused === "");

  const send = async (tenant: string, entry: OutboxEntry): Promise<RemoteAnswer> => {
    const answer = await ask(entry.tool, entry.input, { key: entry.id, recordedAt: entry.createdAt });
    if (answer.kind === "answered") await store.remove(tenant, entry.id);
    if (answer.kind === "unreachable") await store.release(tenant, entry.id);
    return answer;
  };

  /** Sends queued writes, oldest first, until the service is unreachable. */
  const deliver = async (tenant: string) => {
    let [sent, refused] = [0, 0];
    for (;;) {
      const entry = await store.claim(tenant, address, isoIn(0), isoIn(claimMs));
      if (!entry) break;
      const isExpired = nowMs() - Date.parse(entry.createdAt) > maxDays * dayMs;
      const answer = isExpired ? undefined : await send(tenant, entry);
      if (answer?.kind === "unreachable") break;
      if (answer?.kind === "answered") sent++;
      else {
        const why = answer ? `${answer.refusal.code} ${answer.refusal.message}`.trim() : `not sent in ${maxDays} days`;
        await store.refuse(tenant, entry.id, why);
        refused++;
      }
    }
    return { sent, refused, waiting: (await queued(tenant)).length };
  };

  return {
    address,
    copies,
    covers: (kind: SharedKind): boolean => kinds.includes(kind),

    async read(call: Call, tool: string, input: Input): Promise<ReadResult> {
      const answer = await ask(tool, input, { signal: call.signal });
      if (answer.kind !== "refused") return answer;
      // Access ended: with it what this machine copied.
      if (answer.refusal.status === 401) await copies.clear(call.tenant);
      return { kind: "refused", error: errorOf(answer.refusal) };
    },

    /** Sends the write, or queues it if the service is unreachable. Throws if the service refuses it. */
    async write({ tenant }: Call, tool: string, input: Input): Promise<WriteResult> {
      // Queued writes first: a vote must not overtake the memory it is about.
      const isBehind = (await store.hasQueued(tenant, address)) && (await deliver(tenant)).waiting > 0;
      const entry = { id: runtime.newId("out"), service: address, tool, input, createdAt: isoIn(0), refused: "" };
      await store.add(tenant, entry, isBehind ? "" : isoIn(claimMs));
      if (isBehind) return { kind: "queued", id: entry.id, why: lastReason || "earlier writes are queued" };
      const answer = await send(tenant, entry);
      if (answer.kind === "unreachable") return { kind: "queued", id: entry.id, why: answer.why };
      if (answer.kind === "answered") return answer;
      await store.remove(tenant, entry.id);
      throw errorOf(answer.refusal);
    },

    deliver,
    outbox: store.list,
    queued,
    /** Queues refused writes again. */
    retry: store.retry,

    async drop(tenant: string, id: string): Promise<void> {
      if (await store.remove(tenant, id)) return;
      throw new AppError("missing", `No queued write has the id ${id}.`, {
        hint: "List queued writes with `throughline remote status`.",
      });
    },
  };
}

/** Maps a refusal of the service to our error: the same code, and the problem of its status. */
function errorOf({ status, code, message, hint }: Refusal): AppError {
  const problem = (Object.keys(problems) as Problem[]).find((problem) => problems[problem].http === status);
  const isToken = status === 401;
  return new AppError(isToken ? "forbidden" : (problem ?? "invalid"), message, {
    ...(code === "" ? {} : { code }),
    hint: isToken ? "Check remote.url and remote.token with `throughline remote status`." : hint,
  });
}
