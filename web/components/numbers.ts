import { plural } from "../../src/base/text/plural.js";

const compactFormat = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const wholeFormat = new Intl.NumberFormat("en");

/** 12,400 as `12.4K`. */
export const shortNumber = (value: number): string => compactFormat.format(value);
export const wholeNumber = (value: number): string => wholeFormat.format(value);

/** 0.004 as `$0.004`, 12.3 as `$12.30`. */
export const formatDollars = (value: number): string =>
  new Intl.NumberFormat("en", {
    style: "currency",
    currency: "USD",
    maximumFractionDigits: value < 0.01 ? 3 : 2,
  }).format(value);
/** 0.63 as `63%`. */
export const formatPercent = (value: number): string => `${Math.round(value * 100)}%`;

/** `1 session`, `2 sessions`. */
export const formatCount = (count: number, singular: string, pluralForm?: string): string =>
  `${wholeNumber(count)} ${plural(count, singular, pluralForm)}`;

export const formatDuration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
};
