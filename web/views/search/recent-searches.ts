import { signal } from "@preact/signals";

const storageKey = "throughline.searches";
const maxSearches = 8;

/** The last queries that led to a result, newest first. */
export const recentSearches = signal<readonly string[]>(read());

export function rememberSearch(text: string): void {
  const query = text.trim();
  if (query === "") return;
  recentSearches.value = [query, ...recentSearches.value.filter((search) => search !== query)].slice(0, maxSearches);
  try {
    localStorage.setItem(storageKey, JSON.stringify(recentSearches.value));
  } catch {}
}

function read(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}
