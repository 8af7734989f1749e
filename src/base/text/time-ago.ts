const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** `3 hr. ago`, `yesterday`; under a minute `just now`; empty for what is not a time. */
export function timeAgo(at: string, nowMs: number): string {
  const seconds = (Date.parse(at) - nowMs) / 1000;
  if (Number.isNaN(seconds)) return "";
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
  return step ? format.format(Math.round(seconds / step[1]), step[0]) : "just now";
}
