import { signal } from "@preact/signals";
import { timeAgo } from "../../src/base/text/time-ago.js";

const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 30_000);

const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** A relative time; the exact one on hover. Clocks of machines differ: nothing is shown as in the future. */
export function Time({ at }: { readonly at: string }) {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return null;
  return (
    <time dateTime={at} title={exact.format(ms)}>
      {timeAgo(at, Math.max(ms, now.value))}
    </time>
  );
}
