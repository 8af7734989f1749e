import { go, type Place } from "./router.js";

/** The choices of a view, kept in its address: they survive a reload and can be sent to somebody. */
export interface Filters {
  get(name: string): string;
  set(name: string, value: string): void;
  clear(): void;
  /** How many are set. */
  readonly count: number;
}

export function filtersOf(place: Place, names: readonly string[]): Filters {
  const { parts, query } = place;
  const change = (values: Readonly<Record<string, string>>) =>
    go(parts, { ...Object.fromEntries(query), ...values }, "replace");
  return {
    get: (name) => query.get(name) ?? "",
    set: (name, value) => change({ [name]: value }),
    clear: () => change(Object.fromEntries(names.map((name) => [name, ""]))),
    count: names.filter((name) => query.get(name)).length,
  };
}
