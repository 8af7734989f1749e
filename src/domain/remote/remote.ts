import { dayMs } from "../../base/days.js";
import { AppError, type Problem, problems } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { SharedKind } from "../../base/service-settings.js";
import type { Refusal, RemoteAnswer, RemoteTools } from "../../engine/remote-tools.js";
import type { OutboxEntry, OutboxStore } from "../../store/remote/outbox-store.js";
import type { Call } from "../call.js";

type Input = Readonly<Record<string, unknown>>;

export type Reading =
  | { readonly kind: "answered"; readonly answer: unknown }
  | { readonly kind: "refused"; readonly error: AppError }
  | { readonly kind: "unreachable"; readonly why: string };

export type Writing =
  | { readonly kind: "answered"; readonly answer: unknown }
  | { readonly kind: "queued"; readonly id: string; readonly why: string };

export interface Delivery {
  readonly sent: number;
  readonly refused: number;
  readonly waiting: number;
}

/** A team's service, and the writes that wait for it. */
export interface Remote {
  readonly address: string;
  covers(kind: SharedKind): boolean;
  read(call: Call, tool: string, input: Input): Promise<Reading>;
  /** Sends the write, or keeps it until it can be sent. Throws what the service refuses. */
  write(call: Call, tool: string, input: Input): Promise<Writing>;
  /** Sends what waits, oldest first, until the service cannot be reached. */
  deliver(tenant: string): Promise<Delivery>;
  outbox(tenant: string): Promise<OutboxEntry[]>;
  /** Lets what was refused wait again. */
  retry(tenant: string): Promise<number>;
  drop(tenant: string, id: string): Promise<void>;
}

interface Deps {
  readonly tools: RemoteTools;
  readonly store: OutboxStore;
  readonly runtime: Runtime;
  readonly kinds: readonly string[];
  readonly timeoutMs: number;
}

/** After a failure the service is left alone this long, so that agents do not wait for it at every call. */
const restMs = 10_000;
/** Longer than this, and the service may have forgotten that it took the write already. */
const maxDays = 14;

export function createRemote({ tools, store, runtime, kinds, timeoutMs }: Deps): Remote {
  const { address } = tools;
  let restUntilMs = 0;
  let lastWhy = "";
  const nowMs = () => runtime.now().getTime();
  const isoIn = (ms: number) => new Date(nowMs() + ms).toISOString();
  // Longer than a request can take: who finds an entry after that knows that its sender is gone.
  const claimMs = timeoutMs * 2 + 1000;

  const ask = async (
    tool: string,
    input: Input,
    options: { key?: string; signal?: AbortSignal },
  ): Promise<RemoteAnswer> => {
    if (nowMs() < restUntilMs) return { kind: "unreachable", why: lastWhy, retryAfterMs: 0 };
    const answer = await tools.call(tool, input, options);
    if (answer.kind === "unreachable" && !options.signal?.aborted) {
      restUntilMs = nowMs() + Math.max(restMs, answer.retryAfterMs);
      lastWhy = answer.why;
    }
    return answer;
  };

  const send = async (tenant: string, entry: OutboxEntry): Promise<RemoteAnswer> => {
    const answer = await ask(entry.tool, entry.input, { key: entry.id });
    if (answer.kind === "answered") await store.remove(tenant, entry.id);
    if (answer.kind === "unreachable") await store.release(tenant, entry.id);
    return answer;
  };

  const deliver = async (tenant: string): Promise<Delivery> => {
    let [sent, refused] = [0, 0];
    for (;;) {
      const entry = await store.claim(tenant, address, isoIn(0), isoIn(claimMs));
      if (!entry) break;
      const late = nowMs() - Date.parse(entry.createdAt) > maxDays * dayMs;
      const answer = late ? undefined : await send(tenant, entry);
      if (answer?.kind === "unreachable") break;
      if (answer?.kind === "answered") sent++;
      else {
        const why = answer ? `${answer.refusal.code} ${answer.refusal.message}`.trim() : `not sent in ${maxDays} days`;
        await store.refuse(tenant, entry.id, why);
        refused++;
      }
    }
    const waiting = (await store.list(tenant)).filter((one) => one.refused === "" && one.service === address).length;
    return { sent, refused, waiting };
  };

  return {
    address,
    covers: (kind) => kinds.includes(kind),

    async read(call, tool, input) {
      const answer = await ask(tool, input, { signal: call.signal });
      if (answer.kind === "refused") return { kind: "refused", error: errorOf(answer.refusal) };
      return answer;
    },

    async write({ tenant }, tool, input) {
      // What waits goes first: a vote must not overtake the memory it is about.
      const isBehind = (await store.hasWaiting(tenant, address)) && (await deliver(tenant)).waiting > 0;
      const entry: OutboxEntry = {
        ...{ id: runtime.newId("out"), service: address, tool, input, createdAt: isoIn(0), refused: "" },
      };
      await store.add(tenant, entry, isBehind ? "" : isoIn(claimMs));
      if (isBehind) return { kind: "queued", id: entry.id, why: lastWhy || "earlier writes wait" };
      const answer = await send(tenant, entry);
      if (answer.kind === "unreachable") return { kind: "queued", id: entry.id, why: answer.why };
      if (answer.kind === "answered") return answer;
      await store.remove(tenant, entry.id);
      throw errorOf(answer.refusal);
    },

    deliver,
    outbox: (tenant) => store.list(tenant),
    retry: (tenant) => store.retry(tenant),

    async drop(tenant, id) {
      if (await store.remove(tenant, id)) return;
      throw new AppError("missing", `Nothing waits under ${id}.`, { hint: "`throughline remote status` lists it." });
    },
  };
}

/** The service's refusal as ours: the same code, and the problem that belongs to its status. */
function errorOf({ status, code, message, hint }: Refusal): AppError {
  const ours = (Object.keys(problems) as Problem[]).find((problem) => problems[problem].http === status);
  const isToken = status === 401;
  return new AppError(isToken ? "forbidden" : (ours ?? "invalid"), message, {
    ...(code === "" ? {} : { code }),
    hint: isToken ? "Check remote.url and remote.token; `throughline remote status` says what they are." : hint,
  });
}
