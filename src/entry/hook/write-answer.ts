import { writeSync } from "node:fs";
import { systemCode } from "../../base/errors.js";

/** Writes to stdout, or to where the host reads a reason; false when the host closed the pipe or the disk is full, which must not fail the hook. */
export function writeAnswer(text: string, stream: 1 | 2 = 1): boolean {
  const bytes = Buffer.from(text);
  for (let at = 0, attempts = 0; at < bytes.length; ) {
    try {
      at += writeSync(stream, bytes, at);
    } catch (error) {
      // The pipe is full for now; a host that never reads is given up.
      if (systemCode(error) !== "EAGAIN" || ++attempts > 200) return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return true;
}
