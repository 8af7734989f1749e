import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { takeListKeys } from "../app/keys.js";
import { useKeptFocus } from "./use-kept-focus.js";

interface Props {
  readonly label: string;
  readonly total: number;
  /** Pixels; every row is as high as the others. */
  readonly rowHeight: number;
  /** Names what a row shows, so that it is known again when others come before it; undefined until it is fetched. */
  rowId(index: number): string | undefined;
  /** The row's content: one link or button, so that Enter opens it. */
  row(index: number): ComponentChildren;
  /** Told which rows are about to be seen, so that they can be fetched. */
  onShow?(from: number, to: number): void;
}

/** Rows kept ready above and below what is seen. */
const spare = 8;

/**
 * Shows any number of rows and holds only those in sight. `j`, `k`, arrows, Page Up and Down, Home and End walk through
 * them; Tab goes past them, for nobody wants to press it a hundred thousand times.
 */
export function VirtualList({ label, total, rowHeight, rowId, row, onShow }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ from: 0, to: 40 });
  const current = useRef(-1);
  /** The row that takes the focus as soon as it is there. */
  const wanted = useRef<number | undefined>(undefined);
  const focused = focusedIndex(box.current);
  useKeptFocus(box);

  const measure = () => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    const from = Math.max(0, Math.floor(scrollTop / rowHeight) - spare);
    const to = Math.min(total, Math.ceil((scrollTop + clientHeight) / rowHeight) + spare);
    setRange((last) => (last.from === from && last.to === to ? last : { from, to }));
  };
  useLayoutEffect(measure, [total, rowHeight]);
  useEffect(() => onShow?.(range.from, range.to), [range.from, range.to, onShow]);
  useEffect(() => {
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  });

  const linkAt = (index: number) =>
    box.current?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, button)`) ?? undefined;
  const takeFocus = () => {
    const link = wanted.current === undefined ? undefined : linkAt(wanted.current);
    link?.focus({ preventScroll: true });
  };
  const goTo = (index: number) => {
    const list = box.current;
    if (!list || total === 0) return;
    current.current = Math.min(total - 1, Math.max(0, index));
    wanted.current = current.current;
    const top = current.current * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
    measure();
    takeFocus();
  };
  const goBy = (rows: number) => goTo((current.current < 0 ? chosenIndex(box.current) : current.current) + rows);
  // Before the rows are painted: whoever sees them may press a key.
  useLayoutEffect(() => takeListKeys({ move: goBy }), [total, rowHeight]);
  useLayoutEffect(() => {
    takeFocus();
    if (wanted.current === undefined) current.current = focusedIndex(box.current) ?? current.current;
    leaveOneStop(box.current, linkAt(current.current));
  });

  const keys: Readonly<Record<string, () => void>> = {
    ...{ ArrowDown: () => goBy(1), ArrowUp: () => goBy(-1), Home: () => goTo(0), End: () => goTo(total - 1) },
    ...{ PageDown: () => goBy(rowsInSight()), PageUp: () => goBy(-rowsInSight()) },
  };
  const rowsInSight = () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys walk through the links inside, which have the focus.
    <div
      ref={box}
      class="virtual-list"
      onScroll={measure}
      onFocusIn={noteFocus}
      onKeyDown={(event) => {
        const act = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey ? undefined : keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      }}
    >
      <ul aria-label={label} style={{ height: `${total * rowHeight}px` }}>
        {shownRows(range, focused, total).map((index) => (
          <li
            key={rowId(index) ?? index}
            aria-setsize={total}
            aria-posinset={index + 1}
            data-index={index}
            class="virtual-row"
            style={{ height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` }}
          >
            {row(index)}
          </li>
        ))}
      </ul>
    </div>
  );

  /** A click or Tab moves the place that keys go on from. */
  function noteFocus(): void {
    wanted.current = undefined;
    current.current = focusedIndex(box.current) ?? current.current;
    leaveOneStop(box.current, linkAt(current.current));
  }
}

/** The rows in sight, and the focused one wherever it is: taken away, it would take the focus with it. */
function shownRows({ from, to }: { readonly from: number; readonly to: number }, focused = -1, total = 0): number[] {
  const inSight = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  if (focused < 0 || focused >= total || (focused >= from && focused < to)) return inSight;
  return focused < from ? [focused, ...inSight] : [...inSight, focused];
}

/** In the tab order stands one row alone: the current one, or the first while that is out of sight. */
function leaveOneStop(box: HTMLElement | null, stop: HTMLElement | undefined): void {
  const links = [...(box?.querySelectorAll<HTMLElement>(".virtual-row :is(a, button)") ?? [])];
  for (const link of links) link.tabIndex = link === (stop ?? links[0]) ? 0 : -1;
}

const indexOf = (element: Element | null | undefined): number | undefined => {
  const index = element?.closest<HTMLElement>("[data-index]")?.dataset.index;
  return index === undefined ? undefined : Number(index);
};

const focusedIndex = (box: HTMLElement | null): number | undefined =>
  box?.contains(document.activeElement) ? indexOf(document.activeElement) : undefined;

const chosenIndex = (box: HTMLElement | null): number => indexOf(box?.querySelector('[aria-current="true"]')) ?? -1;
