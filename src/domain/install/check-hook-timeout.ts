import { isOurHook } from "./our-hook.js";

/** Names of the timeout field in hosts' settings. */
const timeoutFields = ["timeout", "timeoutSec"];

/** Returns a message if the timeout of one of our hooks is in the wrong unit: seconds for milliseconds, or the reverse. */
export function checkHookTimeout(list: unknown, expected: unknown): string | undefined {
  const expectedTimeout = timeoutsIn(expected)[0];
  if (expectedTimeout === undefined || !Array.isArray(list)) return undefined;
  const wrongTimeout = list
    .filter(isOurHook)
    .flatMap(timeoutsIn)
    .find((one) => one >= expectedTimeout * 100 || one * 100 <= expectedTimeout);
  return wrongTimeout === undefined
    ? undefined
    : `a hook's timeout is ${wrongTimeout}, in the wrong unit: it should be ${expectedTimeout}.`;
}

function timeoutsIn(value: unknown): number[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    timeoutFields.includes(name) && typeof child === "number" ? [child] : timeoutsIn(child),
  );
}
