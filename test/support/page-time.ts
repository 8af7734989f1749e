import type { Page } from "playwright-core";

/** Longer waits are for people: to read a notice, or to undo something. */
const minForPeopleMs = 5000;

/**
 * A script that fixes the page's clock to `now` and holds long timers, such as notices, until a test lets the time
 * pass: on a busy machine, seconds go by between two steps of a test.
 */
export const freezeTime = (now: string): string => `(() => {
  const [start, stop, at] = [setTimeout, clearTimeout, Date.parse(${JSON.stringify(now)})];
  const waiting = new Map();
  let count = 0;
  globalThis.Date = class extends Date {
    constructor(...given) { super(...(given.length > 0 ? given : [at])); }
    static now() { return at; }
  };
  globalThis.setTimeout = (act, ms, ...given) => {
    if (!(ms >= ${minForPeopleMs})) return start(act, ms, ...given);
    waiting.set(--count, () => act(...given));
    return count;
  };
  globalThis.clearTimeout = (id) => void (waiting.delete(id) || stop(id));
  globalThis.letTimePass = () => {
    const due = [...waiting.values()];
    waiting.clear();
    for (const act of due) act();
  };
})()`;

/** Fires every long timer of the page. */
export const letTimePass = (page: Page): Promise<void> => page.evaluate("letTimePass()");
