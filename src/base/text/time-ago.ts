const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** `3 hr. ago`, `yesterday`; under a minute `just now`; empty for an invalid time. */
export function timeAgo(time: string, nowMs: number): string {
  const seconds = (Date.parse(time) - nowMs) / 1000;
  if (Number.isNaN(seconds)) return "";
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
  return unit ? format.format(Math.round(seconds / unit[1]), unit[0]) : "just now";
}
