import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { registerListKeys } from "../app/keys.js";
import { useStableFocus } from "./use-stable-focus.js";

interface List {
  readonly box: RefObject<HTMLElement | null>;
  readonly total: number;
  readonly rowHeight: number;
  /** Renders the rows that are visible now. */
  show(): void;
}

/** A row that will receive the focus once it is rendered, and the element that had it before. */
interface FocusRequest {
  readonly index: number;
  readonly previous: Element | null;
}

export interface RowFocus {
  /** The index of the focused row. */
  readonly focused: number | undefined;
  onFocusIn(): void;
  onKeyDown(event: KeyboardEvent): void;
  /** The row that last had the focus; -1 for none. */
  current(): number;
  /** Scrolls to a row and focuses it. */
  goTo(index: number): void;
}

/**
 * Keyboard navigation through virtual rows, marked with `data-index`: `j`, `k`, arrows, Page Up and Down, Home and End.
 * Only one row is a tab stop (roving tabindex), so that Tab leaves the list.
 */
export function useRowFocus({ box, total, rowHeight, show }: List): RowFocus {
  const current = useRef(-1);
  const pendingFocus = useRef<FocusRequest | undefined>(undefined);
  const focused = focusedIndex(box.current);
  useStableFocus(box);

  const linkAt = (index: number) =>
    box.current?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, button)`) ?? undefined;
  /** Focuses the requested row as soon as it is rendered, unless the focus moved elsewhere meanwhile. */
  const applyFocus = () => {
    const link = pendingFocus.current && linkAt(pendingFocus.current.index);
    if (!link) return;
    const hasNotMoved = [pendingFocus.current?.previous, document.body].includes(document.activeElement as HTMLElement);
    pendingFocus.current = undefined;
    if (hasNotMoved) link.focus({ preventScroll: true });
  };
  const syncTabStop = () => {
    if (!pendingFocus.current) current.current = focusedIndex(box.current) ?? current.current;
    setTabStop(box.current, linkAt(current.current));
  };
  const goTo = (index: number) => {
    if (!box.current || total === 0) return;
    current.current = Math.min(total - 1, Math.max(0, index));
    pendingFocus.current = { index: current.current, previous: document.activeElement };
    scrollTo(box.current, current.current * rowHeight, rowHeight);
    show();
    applyFocus();
  };
  const goBy = (rows: number) => goTo((current.current < 0 ? selectedIndex(box.current) : current.current) + rows);
  // Before the rows are painted, so that keys work as soon as they are visible.
  useLayoutEffect(() => registerListKeys({ move: goBy }), [total, rowHeight]);
  useLayoutEffect(() => {
    applyFocus();
    syncTabStop();
  });

  const visibleRowCount = () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => goBy(1),
    ArrowUp: () => goBy(-1),
    Home: () => goTo(0),
    End: () => goTo(total - 1),
    PageDown: () => goBy(visibleRowCount()),
    PageUp: () => goBy(-visibleRowCount()),
  };
  return {
    focused,
    current: () => current.current,
    goTo,
    onFocusIn: syncTabStop,
    onKeyDown(event) {
      const action = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey ? undefined : keys[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    },
  };
}

/** Scrolls just far enough to show the row. */
function scrollTo(list: HTMLElement, top: number, height: number): void {
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
}

/** Makes one row the tab stop: the current one, or the first while that is not rendered. */
function setTabStop(box: HTMLElement | null, stop: HTMLElement | undefined): void {
  const links = [...(box?.querySelectorAll<HTMLElement>("[data-index] :is(a, button)") ?? [])];
  for (const link of links) link.tabIndex = link === (stop ?? links[0]) ? 0 : -1;
}

const indexOf = (element: Element | null | undefined): number | undefined => {
  const index = element?.closest<HTMLElement>("[data-index]")?.dataset.index;
  return index === undefined ? undefined : Number(index);
};

const focusedIndex = (box: HTMLElement | null): number | undefined =>
  box?.contains(document.activeElement) ? indexOf(document.activeElement) : undefined;

const selectedIndex = (box: HTMLElement | null): number => indexOf(box?.querySelector('[aria-current="true"]')) ?? -1;
