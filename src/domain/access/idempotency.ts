import { createHash } from "node:crypto";
import { daysBefore } from "../../base/days.js";
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { AmbientTransaction } from "../../engine/ambient-transaction.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { IdempotencyStore } from "../../store/access/idempotency-store.js";

interface KeyedRequest {
  readonly tenant: string;
  readonly user: string;
  /** Chosen by the sender; the same for every retry of the request. */
  readonly key: string;
  readonly tool: string;
  readonly input: unknown;
}

/** Twice as long as senders retry. */
const retentionDays = 30;

type Deps = { store: IdempotencyStore; ambient: AmbientTransaction; runtime: Runtime };

/** Stores the key, the tool's writes and the answer in one transaction, so that a crash cannot separate them. */
export const createIdempotency = ({ store, ambient, runtime }: Deps) => ({
  /** Runs `body`; returns the stored answer instead when a request with this key has already run. */
  async run({ tenant, user, key, tool, input }: KeyedRequest, body: () => Promise<unknown>): Promise<unknown> {
    if (!/^[\w.:-]{8,200}$/.test(key))
      throw new AppError("invalid", "An idempotency key must have 8 to 200 characters: letters, digits and . : _ -");
    const fingerprint = createHash("sha256")
      .update(JSON.stringify([user, tool, input]))
      .digest("base64url");
    const work = async () => {
      if (!(await store.begin(tenant, key, fingerprint, runtime.now().toISOString()))) {
        const stored = await store.find(tenant, key);
        if (stored?.fingerprint !== fingerprint)
          throw new AppError("conflict", `The idempotency key ${key} was used for another request.`, {
            hint: "Send a new request with a new key.",
          });
        // Answers repeat texts, so deleting a record empties them.
        if (stored.answer === "")
          throw new AppError(
            "conflict",
            `The request with the key ${key} was carried out. Its answer was deleted since.`,
            { hint: "Search for the record instead of sending it again." },
          );
        return JSON.parse(stored.answer);
      }
      const answer = await body();
      await store.finish(tenant, key, JSON.stringify(answer));
      return answer;
    };
    return inTenant(tenant, () => ambient.inTransaction(work));
  },

  forgetOld: (tenant: string): Promise<number> =>
    inTenant(tenant, () => store.forgetBefore(tenant, daysBefore(runtime.now(), retentionDays))),
});
