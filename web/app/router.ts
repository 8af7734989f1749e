import { computed, signal } from "@preact/signals";
import { addressOf, type Query } from "../api/ask.js";

/** What stands behind the `#`: parts of a path, and values after its `?`. */
export interface Place {
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

export const fragment = signal(location.hash);
addEventListener("hashchange", () => {
  fragment.value = location.hash;
});

export const place = computed<Place>(() => readPlace(fragment.value));

export function readPlace(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  return { parts: path.split("/").filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

export const linkTo = (parts: readonly string[], query: Query = {}): string =>
  `#${addressOf(`/${parts.map(encodeURIComponent).join("/")}`, query)}`;

/** `replace` changes the address without a step for the back button: for what is typed. */
export function go(parts: readonly string[], query: Query = {}, how: "push" | "replace" = "push"): void {
  const hash = linkTo(parts, query);
  if (hash === location.hash) return;
  if (how === "push") location.hash = hash;
  else {
    history.replaceState(null, "", hash);
    fragment.value = hash;
  }
}

/** An address typed by hand may hold a stray `%`. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
