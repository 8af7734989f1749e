import { encodeId } from "../src/base/ids.js";
import type { Runtime } from "../src/base/runtime.js";

/** A runtime with a manual clock and sequential ids, so that the sample home is reproducible. */
export interface DemoRuntime extends Runtime {
  /** Sets the clock to this many days before the end of the sample. */
  daysAgo(days: number): void;
}

export function createDemoRuntime(endMs: number): DemoRuntime {
  let ms = endMs;
  let count = 0;
  const bytes = () => {
    const randomBytes = new Uint8Array(10);
    new DataView(randomBytes.buffer).setUint32(6, ++count);
    return randomBytes;
  };
  return {
    daysAgo: (days) => {
      ms = endMs - days * 86_400_000;
    },
    now() {
      ms += 1000;
      return new Date(ms);
    },
    newId: (kind) => encodeId(kind, ms, bytes()),
    newUuid: () => `5a3e0000-0000-4000-8000-${String(++count).padStart(12, "0")}`,
  };
}
