import { withTimeout } from "../../base/with-timeout.js";
import type { Access } from "../../domain/access/access.js";
import type { Writes } from "../../engine/sql.js";

/** Load balancers check often and time out soon. */
const timeoutMs = 2000;

/**
 * Whether the database accepts writes; undefined when it does not answer in time. Concurrent checks share one query, so
 * that checks cannot load the database.
 */
export function createReadiness(access: Pick<Access, "writes">): () => Promise<Writes | undefined> {
  let pending: Promise<Writes | undefined> | undefined;
  const check = () => {
    const answered = access.writes().catch(() => undefined);
    return withTimeout(answered, timeoutMs, undefined);
  };
  return () => {
    pending ??= check().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}
