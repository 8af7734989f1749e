import { createHash } from "node:crypto";
import { daysBefore } from "../../base/days.js";
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { AmbientTransaction } from "../../engine/ambient-transaction.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { IdempotencyStore } from "../../store/access/idempotency-store.js";

export interface KeyedRequest {
  readonly tenant: string;
  readonly user: string;
  /** Chosen by the sender, the same each time it sends the request. */
  readonly key: string;
  readonly tool: string;
  readonly input: unknown;
}

export interface Idempotency {
  /** Runs `body`, unless a request with this key was done already: then its answer is given again. */
  run(request: KeyedRequest, body: () => Promise<unknown>): Promise<unknown>;
  forgetOld(tenant: string): Promise<number>;
}

/** Senders give up on what they could not send for half as long. */
const retentionDays = 30;

/** The key, what the tool writes and the answer are kept in one transaction: there is no moment in which one of them is missing. */
export function createIdempotency({
  store,
  ambient,
  runtime,
}: {
  store: IdempotencyStore;
  ambient: AmbientTransaction;
  runtime: Runtime;
}): Idempotency {
  return {
    async run({ tenant, user, key, tool, input }, body) {
      requireKey(key);
      const fingerprint = createHash("sha256")
        .update(JSON.stringify([user, tool, input]))
        .digest("base64url");
      const work = async () => {
        if (!(await store.begin(tenant, key, fingerprint, runtime.now().toISOString()))) {
          const known = await store.find(tenant, key);
          if (known?.fingerprint !== fingerprint) throw otherRequest(key);
          return JSON.parse(known.answer);
        }
        const answer = await body();
        await store.finish(tenant, key, JSON.stringify(answer));
        return answer;
      };
      return inTenant(tenant, () => ambient.together(work));
    },

    forgetOld(tenant) {
      const before = daysBefore(runtime.now(), retentionDays);
      return inTenant(tenant, () => store.forgetBefore(tenant, before));
    },
  };
}

function requireKey(key: string): void {
  if (/^[\w.:-]{8,200}$/.test(key)) return;
  throw new AppError("invalid", "An idempotency key must have 8 to 200 characters: letters, digits and . : _ -");
}

const otherRequest = (key: string) =>
  new AppError("conflict", `The idempotency key ${key} was used for another request.`, {
    hint: "Send a new request with a new key.",
  });
