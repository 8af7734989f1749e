import { isOurHook } from "./our-hook.js";

/** Names under which hosts keep a hook's timeout. */
const names = ["timeout", "timeoutSec"];

/** A sentence if the timeout of a hook of ours is in the wrong unit: seconds for milliseconds, or the reverse. */
export function checkHookTimeout(list: unknown, wanted: unknown): string | undefined {
  const right = timeoutsIn(wanted)[0];
  if (right === undefined || !Array.isArray(list)) return undefined;
  const wrong = list
    .filter(isOurHook)
    .flatMap(timeoutsIn)
    .find((one) => one >= right * 100 || one * 100 <= right);
  return wrong === undefined ? undefined : `a hook's timeout is ${wrong}, in the wrong unit: it should be ${right}.`;
}

function timeoutsIn(value: unknown): number[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, below]) =>
    names.includes(name) && typeof below === "number" ? [below] : timeoutsIn(below),
  );
}
