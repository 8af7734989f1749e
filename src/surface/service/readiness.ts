import { withTimeout } from "../../base/with-timeout.js";
import type { Access } from "../../domain/access/access.js";

/** Load balancers check often and time out soon. */
const timeoutMs = 2000;

/** Whether the database answers in time. Concurrent checks share one query, so that checks cannot load the database. */
export function createReadiness(access: Pick<Access, "requireDatabase">): () => Promise<boolean> {
  let pending: Promise<boolean> | undefined;
  const check = () => {
    const answered = access.requireDatabase().then(
      () => true,
      () => false,
    );
    return withTimeout(answered, timeoutMs, false);
  };
  return () => {
    pending ??= check().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}
