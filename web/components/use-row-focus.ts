import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { takeListKeys } from "../app/keys.js";
import { useKeptFocus } from "./use-kept-focus.js";

interface List {
  readonly box: RefObject<HTMLElement | null>;
  readonly total: number;
  readonly rowHeight: number;
  /** Draws the rows that are in sight now. */
  show(): void;
}

/** A row that is to have the focus, and what had it when it was asked for. */
interface Wanted {
  readonly index: number;
  readonly instead: Element | null;
}

export interface RowFocus {
  /** The row that has the focus, if one has. */
  readonly focused: number | undefined;
  onFocusIn(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/**
 * Walks through rows of which only those in sight are there, marked with `data-index`: `j`, `k`, arrows, Page Up and
 * Down, Home and End. Tab goes past them, for nobody wants to press it a hundred thousand times.
 */
export function useRowFocus({ box, total, rowHeight, show }: List): RowFocus {
  const current = useRef(-1);
  const wanted = useRef<Wanted | undefined>(undefined);
  const focused = focusedIndex(box.current);
  useKeptFocus(box);

  const linkAt = (index: number) =>
    box.current?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, button)`) ?? undefined;
  /** At once, or when the row has been fetched, unless the focus has gone elsewhere meanwhile. */
  const takeFocus = () => {
    const link = wanted.current && linkAt(wanted.current.index);
    if (!link) return;
    const isStill = [wanted.current?.instead, document.body].includes(document.activeElement as HTMLElement);
    wanted.current = undefined;
    if (isStill) link.focus({ preventScroll: true });
  };
  const note = () => {
    if (!wanted.current) current.current = focusedIndex(box.current) ?? current.current;
    leaveOneStop(box.current, linkAt(current.current));
  };
  const goTo = (index: number) => {
    if (!box.current || total === 0) return;
    current.current = Math.min(total - 1, Math.max(0, index));
    wanted.current = { index: current.current, instead: document.activeElement };
    scrollTo(box.current, current.current * rowHeight, rowHeight);
    show();
    takeFocus();
  };
  const goBy = (rows: number) => goTo((current.current < 0 ? chosenIndex(box.current) : current.current) + rows);
  // Before the rows are painted: whoever sees them may press a key.
  useLayoutEffect(() => takeListKeys({ move: goBy }), [total, rowHeight]);
  useLayoutEffect(() => {
    takeFocus();
    note();
  });

  const rowsInSight = () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
  const keys: Readonly<Record<string, () => void>> = {
    ...{ ArrowDown: () => goBy(1), ArrowUp: () => goBy(-1), Home: () => goTo(0), End: () => goTo(total - 1) },
    ...{ PageDown: () => goBy(rowsInSight()), PageUp: () => goBy(-rowsInSight()) },
  };
  return {
    focused,
    onFocusIn: note,
    onKeyDown(event) {
      const act = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey ? undefined : keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    },
  };
}

/** No further than it takes to see the row. */
function scrollTo(list: HTMLElement, top: number, height: number): void {
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
}

/** In the tab order stands one row alone: the current one, or the first while that is out of sight. */
function leaveOneStop(box: HTMLElement | null, stop: HTMLElement | undefined): void {
  const links = [...(box?.querySelectorAll<HTMLElement>("[data-index] :is(a, button)") ?? [])];
  for (const link of links) link.tabIndex = link === (stop ?? links[0]) ? 0 : -1;
}

const indexOf = (element: Element | null | undefined): number | undefined => {
  const index = element?.closest<HTMLElement>("[data-index]")?.dataset.index;
  return index === undefined ? undefined : Number(index);
};

const focusedIndex = (box: HTMLElement | null): number | undefined =>
  box?.contains(document.activeElement) ? indexOf(document.activeElement) : undefined;

const chosenIndex = (box: HTMLElement | null): number => indexOf(box?.querySelector('[aria-current="true"]')) ?? -1;
