import { dayMs } from "../../../base/days.js";
/** The period that a query names. ISO times, both included. */
export interface Period {
  readonly since: string;
  readonly until: string;
}

export interface DatedQuery {
  /** The query without the words of the period. */
  readonly text: string;
  readonly period: Period | undefined;
}

type PeriodReader = (match: RegExpMatchArray, today: Date) => Period;

const months = "january february march april may june july august september october november december".split(" ");
const monthNames = months.map((name) => `${name}|${name.slice(0, 3)}`).join("|");

const periodReaders: readonly (readonly [RegExp, PeriodReader])[] = [
  [/\b(?:on |from )?today\b/i, (_, today) => days(today, 0, 0)],
  [/\b(?:on |from |since )?yesterday\b/i, (_, today) => days(today, -1, -1)],
  [/\b(?:in |from |during )?(?:the )?(?:last|past) (\d{1,3}) days?\b/i, ([, n], today) => days(today, -Number(n), 0)],
  [
    /\b(?:in |from |during )?(?:the )?(?:last|past) (\d{1,2}) weeks?\b/i,
    ([, n], today) => days(today, -7 * Number(n), 0),
  ],
  [/\b(\d{1,3}) days? ago\b/i, ([, n], today) => days(today, -Number(n) - 1, -Number(n) + 1)],
  [/\b(\d{1,2}) weeks? ago\b/i, ([, n], today) => days(today, -7 * Number(n) - 4, -7 * Number(n) + 4)],
  [/\b(?:in |from |during )?(?:the )?(?:last|past|previous) week\b/i, (_, today) => days(today, -13, 0)],
  [/\b(?:in |from |during )?this week\b/i, (_, today) => days(today, -7, 0)],
  [/\b(?:in |from |during )?(?:the )?(?:last|past|previous) month\b/i, (_, today) => days(today, -61, 0)],
  [/\b(?:in |from |during )?this month\b/i, (_, today) => days(today, -31, 0)],
  [/\bsince (\d{4}-\d\d-\d\d)\b/i, ([, day = ""], today) => ({ since: day, until: endOf(today) })],
  [/\bon (\d{4}-\d\d-\d\d)\b/i, ([, day = ""]) => ({ since: day, until: `${day}T23:59:59.999Z` })],
  [
    new RegExp(`\\b(?:in |from |during )?(${monthNames}) (\\d{4})\\b`, "i"),
    ([, name = "", year]) => month(name, Number(year)),
  ],
  [new RegExp(`\\b(?:in|during|since) (${monthNames})\\b`, "i"), ([, name = ""], today) => lastMonthNamed(name, today)],
];

/** Extracts a period such as "last week" or "in March" from a query, relative to `today`. */
export function readDates(query: string, today: Date): DatedQuery {
  for (const [pattern, read] of periodReaders) {
    const match = query.match(pattern);
    if (!match) continue;
    const text = query.replace(pattern, " ").replace(/\s+/g, " ").trim();
    return { text, period: read(match, today) };
  }
  return { text: query, period: undefined };
}

const isoDay = (date: Date, offset: number) => new Date(date.getTime() + offset * dayMs).toISOString().slice(0, 10);
const endOf = (date: Date) => `${isoDay(date, 0)}T23:59:59.999Z`;
const days = (today: Date, from: number, to: number): Period => ({
  since: isoDay(today, from),
  until: `${isoDay(today, to)}T23:59:59.999Z`,
});

const monthNumber = (name: string) => months.findIndex((one) => one.startsWith(name.toLowerCase().slice(0, 3)));

function month(name: string, year: number): Period {
  const number = monthNumber(name);
  const last = new Date(Date.UTC(year, number + 1, 0));
  return { since: new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10), until: endOf(last) };
}

/** The current month of that name, or the most recent one. */
function lastMonthNamed(name: string, today: Date): Period {
  const isAhead = monthNumber(name) > today.getUTCMonth();
  return month(name, today.getUTCFullYear() - (isAhead ? 1 : 0));
}
