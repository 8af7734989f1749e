import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Keeps the focus inside `box` when live updates change its rows: it stays with its row wherever that moves, and moves
 * to the row at the same index when its own is removed. Must run while rendering, before the old rows are replaced.
 */
export function useStableFocus(box: RefObject<HTMLElement | null>): void {
  const previous = focusIn(box.current);
  useLayoutEffect(() => {
    if (!previous || document.activeElement !== document.body) return;
    const elements = focusableIn(box.current);
    const sameRow = elements.find((element) => identityOf(element) === previous.name);
    (sameRow ?? elements[Math.min(previous.at, elements.length - 1)])?.focus({ preventScroll: true });
  });
}

function focusIn(box: HTMLElement | null): { readonly name: string; readonly at: number } | undefined {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !box?.contains(focused)) return undefined;
  return { name: identityOf(focused), at: focusableIn(box).indexOf(focused) };
}

/** Focusable elements in document order. */
const focusableIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>("a[href], button, summary, [tabindex]") ?? []),
];

/** Identifies a row across renders. */
const identityOf = (element: HTMLElement): string => element.getAttribute("href") ?? element.textContent;
