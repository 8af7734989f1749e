import { computed, signal } from "@preact/signals";
import { type Query, urlOf } from "../api/request.js";

/** The fragment of the URL: path parts and query parameters. */
export interface Route {
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

export const fragment = signal(location.hash);
/** Whether the current route was reached with the back or forward button. */
let isReturning = false;
export const isReturn = (): boolean => isReturning;
addEventListener("hashchange", () => {
  isReturning = isVisited(history.state);
  markVisited();
  fragment.value = location.hash;
});
markVisited();

/** A history entry that was shown before carries a mark. */
function markVisited(): void {
  history.replaceState({ visited: true }, "", location.hash || undefined);
}

function isVisited(state: unknown): boolean {
  return typeof state === "object" && state !== null && "visited" in state;
}

export const route = computed<Route>(() => parseRoute(fragment.value));

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  return { parts: path.split("/").filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

export const linkTo = (parts: readonly string[], query: Query = {}): string =>
  `#${urlOf(`/${parts.map(encodeURIComponent).join("/")}`, query)}`;

/** `replace` adds no history entry: for typed text. */
export function go(parts: readonly string[], query: Query = {}, how: "push" | "replace" = "push"): void {
  const hash = linkTo(parts, query);
  if (hash === location.hash) return;
  if (how === "push") location.hash = hash;
  else replaceFragment(hash);
}

/** Shows another route without a history entry. */
export function replaceFragment(hash: string): void {
  if (hash === location.hash) return;
  history.replaceState(history.state, "", hash);
  fragment.value = hash;
}

/** A URL typed by hand may contain a stray `%`. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
