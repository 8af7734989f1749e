import { go, type Route } from "./router.js";

/** The filters of a view, stored in the URL: they survive a reload and can be shared. */
export interface UrlFilters {
  get(name: string): string;
  set(name: string, value: string): void;
  setAll(values: Readonly<Record<string, string>>): void;
  clear(): void;
  /** The number of filters that are set. */
  readonly count: number;
}

export function readUrlFilters(route: Route, names: readonly string[]): UrlFilters {
  const { parts, query } = route;
  const change = (values: Readonly<Record<string, string>>) =>
    go(parts, { ...Object.fromEntries(query), ...values }, "replace");
  return {
    get: (name) => query.get(name) ?? "",
    set: (name, value) => change({ [name]: value }),
    setAll: change,
    clear: () => change(Object.fromEntries(names.map((name) => [name, ""]))),
    count: names.filter((name) => query.get(name)).length,
  };
}
