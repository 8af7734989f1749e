import { plural } from "../../src/base/text/plural.js";

const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat("en");

/** 12,400 as `12.4K`. */
export const shortNumber = (value: number): string => short.format(value);
export const wholeNumber = (value: number): string => whole.format(value);

/** `1 session`, `2 sessions`. */
export const counted = (count: number, one: string, many?: string): string =>
  `${wholeNumber(count)} ${plural(count, one, many)}`;

export const duration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
};
