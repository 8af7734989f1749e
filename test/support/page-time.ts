import type { Page } from "playwright-core";

/** Timers of at least this length are for people: to read a toast, or to undo. */
const minToastMs = 5000;

/**
 * A script that freezes the page's clock at `now` and holds toast timers until a test runs them: on a busy machine,
 * seconds pass between two steps of a test.
 */
export const freezeClock = (now: string): string => `(() => {
  const [start, stop, at] = [setTimeout, clearTimeout, Date.parse(${JSON.stringify(now)})];
  const waiting = new Map();
  let count = 0;
  globalThis.Date = class extends Date {
    constructor(...args) { super(...(args.length > 0 ? args : [at])); }
    static now() { return at; }
  };
  globalThis.setTimeout = (act, ms, ...args) => {
    if (!(ms >= ${minToastMs})) return start(act, ms, ...args);
    waiting.set(--count, () => act(...args));
    return count;
  };
  globalThis.clearTimeout = (id) => void (waiting.delete(id) || stop(id));
  globalThis.runPendingTimers = () => {
    const due = [...waiting.values()];
    waiting.clear();
    for (const act of due) act();
  };
})()`;

/** Runs all held timers. */
export const runPendingTimers = (page: Page): Promise<void> => page.evaluate("runPendingTimers()");
