import { statSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Activity } from "../activity.js";

/** How long an answer counts: an agent that asked once may ask again at once. */
const quietMs = 250;
/** Longer answers say that they are still going on. */
const renewMs = 100;
/** What takes longer than this, such as an import, is no question. */
const maxAnswerMs = 5000;
/** Work goes on after this long, however many ask: slowly, but it ends. */
const maxQuietMs = 3000;

/** Says in the time of a file that someone waits: other processes look at it between two pieces of work. */
export function fileActivity(path: string): Activity {
  let waiting = 0;
  let begunAt = 0;
  let endedAt = 0;
  let renewal: NodeJS.Timeout | undefined;
  const isWaiting = () => waiting > 0 && Date.now() - begunAt < maxAnswerMs;
  const renew = () => {
    if (isWaiting()) markActivity(path);
    else clearInterval(renewal);
  };
  const restMs = () => (isWaiting() ? renewMs : quietMs - (Date.now() - Math.max(endedAt, markedAt(path))));
  return {
    begin() {
      waiting++;
      begunAt = Date.now();
      markActivity(path);
      clearInterval(renewal);
      renewal = setInterval(renew, renewMs).unref();
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        waiting--;
        if (Date.now() - begunAt < maxAnswerMs) endedAt = Date.now();
        if (waiting === 0) clearInterval(renewal);
      };
    },
    async quiet(signal) {
      const until = Date.now() + maxQuietMs;
      for (let rest = restMs(); rest > 0 && Date.now() < until && !signal?.aborted; rest = restMs())
        await pause(rest, undefined, { ref: false });
    },
  };
}

/** A home that cannot be written to has no background work to stop. */
export function markActivity(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    try {
      writeFileSync(path, "", { mode: 0o600 });
    } catch {
      // See above.
    }
  }
}

const markedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
