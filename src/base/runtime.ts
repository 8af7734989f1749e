import { encodeId } from "./ids.js";

/** Clock and ids, provided by the composition root and fixed in tests. No other code reads the time or random numbers. */
export interface Runtime {
  now(): Date;
  /** A new id such as `mem_01hw…`: prefixed with its kind, and sorting in order of creation. */
  newId(kind: IdKind): string;
  /** A new UUID, for records whose format is not ours. */
  newUuid(): string;
}

/** The prefixes of ids, one per kind of record. */
export type IdKind =
  | "mem"
  | "cp"
  | "rem"
  | "sa"
  | "sa_impl"
  | "cmd"
  | "op"
  | "prj"
  | "repo"
  | "lease"
  | "req"
  | "tok"
  | "aud"
  | "out";

/** For tests and golden files: the clock advances one second per call, and ids count up. */
export function fixedRuntime(start = "2026-01-02T03:04:05.000Z"): Runtime {
  let timeMs = Date.parse(start);
  let count = 0;
  return {
    now() {
      const now = new Date(timeMs);
      timeMs += 1000;
      return now;
    },
    newId: (kind) => encodeId(kind, 0, countedBytes(++count)),
    newUuid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, "0")}`,
  };
}

function countedBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(10);
  new DataView(bytes.buffer).setUint32(6, count);
  return bytes;
}
