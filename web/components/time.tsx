import { signal } from "@preact/signals";

const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 30_000);

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** `3 hr. ago`, `yesterday`; under a minute `just now`. */
export function timeAgo(at: string, nowMs: number): string {
  const seconds = (Date.parse(at) - nowMs) / 1000;
  if (Number.isNaN(seconds)) return "";
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? relative.format(Math.round(seconds / step[1]), step[0]) : "just now";
}

/** A relative time; the exact one on hover. */
export function Time({ at }: { readonly at: string }) {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return null;
  return (
    <time dateTime={at} title={exact.format(ms)}>
      {timeAgo(at, now.value)}
    </time>
  );
}
