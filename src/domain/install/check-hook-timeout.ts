import { isOurHook } from "./our-hook.js";

/** Names under which hosts keep a hook's timeout. */
const names = ["timeout", "timeoutSec"];

/** Returns a message if the timeout of one of our hooks is in the wrong unit: seconds for milliseconds, or the reverse. */
export function checkHookTimeout(list: unknown, expected: unknown): string | undefined {
  const expectedTimeout = timeoutsIn(expected)[0];
  if (expectedTimeout === undefined || !Array.isArray(list)) return undefined;
  const wrong = list
    .filter(isOurHook)
    .flatMap(timeoutsIn)
    .find((one) => one >= expectedTimeout * 100 || one * 100 <= expectedTimeout);
  return wrong === undefined
    ? undefined
    : `a hook's timeout is ${wrong}, in the wrong unit: it should be ${expectedTimeout}.`;
}

function timeoutsIn(value: unknown): number[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, below]) =>
    names.includes(name) && typeof below === "number" ? [below] : timeoutsIn(below),
  );
}
