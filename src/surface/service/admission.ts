export type AdmissionControl = ReturnType<typeof createAdmissionControl>;

/** Limits concurrent and queued requests, first in, first out; further ones are refused at once. */
export function createAdmissionControl(maxConcurrent: number, maxQueued: number) {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return {
    /** Runs `work` when it is its turn; false when it was refused. */
    async admit(work: () => Promise<void>): Promise<boolean> {
      if (inside < maxConcurrent) inside += 1;
      else if (waiting.length >= maxQueued) return false;
      else await new Promise<void>((admitted) => waiting.push(admitted));
      try {
        await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else inside -= 1;
      }
      return true;
    },
    get inside() {
      return inside;
    },
    get waiting() {
      return waiting.length;
    },
  };
}
