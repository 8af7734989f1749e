import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * The focus inside `box` outlives what live changes do to its rows: it stays with its row wherever that goes, and moves
 * to the one at the same place when the row is gone. Called while rendering, when the old rows are still there.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  const held = heldIn(box.current);
  useLayoutEffect(() => {
    if (!held || document.activeElement !== document.body) return;
    const stops = stopsIn(box.current);
    const same = stops.find((stop) => nameOf(stop) === held.name);
    (same ?? stops[Math.min(held.at, stops.length - 1)])?.focus({ preventScroll: true });
  });
}

function heldIn(box: HTMLElement | null): { readonly name: string; readonly at: number } | undefined {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !box?.contains(focused)) return undefined;
  return { name: nameOf(focused), at: stopsIn(box).indexOf(focused) };
}

/** What can have the focus, in the order of the page. */
const stopsIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>("a[href], button, summary, [tabindex]") ?? []),
];

/** Another element with the same name is the same row. */
const nameOf = (stop: HTMLElement): string => stop.getAttribute("href") ?? stop.textContent;
