import { randomBytes, randomUUID } from "node:crypto";
import { encodeId, nextBytes } from "../../base/ids.js";
import type { Runtime } from "../../base/runtime.js";

/** The real clock and real randomness. Ids of the same millisecond are incremented, so that they sort in order of creation. */
export function systemRuntime(): Runtime {
  let lastMs = 0;
  let lastBytes: Uint8Array = new Uint8Array(10);
  return {
    now: () => new Date(),
    newUuid: randomUUID,
    newId(kind) {
      const nowMs = Date.now();
      lastBytes = nowMs === lastMs ? nextBytes(lastBytes) : randomBytes(10);
      lastMs = nowMs;
      return encodeId(kind, nowMs, lastBytes);
    },
  };
}
