import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { fragment, isReturn } from "../app/router.js";
import { useRowFocus } from "./use-row-focus.js";

interface Props {
  readonly label: string;
  readonly total: number;
  /** Pixels, the same for every row. */
  readonly rowHeight: number;
  /** Identifies a row, so that it keeps its element when others are inserted before it; undefined until it is fetched. */
  rowId(index: number): string | undefined;
  /** The row's content: one link or button, so that Enter opens it. */
  row(index: number): ComponentChildren;
  /** Called with the range that is about to be visible, so that it can be fetched. */
  onShow?(from: number, to: number): void;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Rows rendered above and below the visible ones. */
const overscan = 8;

/** Shows any number of rows and renders only the visible ones. */
export function VirtualList({ label, total, rowHeight, rowId, row, onShow }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<Range>({ from: 0, to: Math.min(total, 40) });
  const show = () => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    const from = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan);
    const to = Math.min(total, Math.ceil((scrollTop + clientHeight) / rowHeight) + overscan);
    setRange((last) => (last.from === from && last.to === to ? last : { from, to }));
  };
  const { focused, onFocusIn, onKeyDown, current, goTo } = useRowFocus({ box, total, rowHeight, show });
  usePosition({ box, current, goTo });
  useLayoutEffect(show, [total, rowHeight]);
  useEffect(() => onShow?.(range.from, range.to), [range.from, range.to, onShow]);
  useEffect(() => {
    addEventListener("resize", show);
    return () => removeEventListener("resize", show);
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys walk through the links inside, which have the focus.
    <div ref={box} class="virtual-list" onScroll={show} onFocusIn={onFocusIn} onKeyDown={onKeyDown}>
      <ul aria-label={label} style={{ height: `${total * rowHeight}px` }}>
        {withFocused(range, focused)
          .filter((index) => index < total)
          .map((index) => (
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
}

interface Position {
  readonly top: number;
  readonly index: number;
}

/** Scroll positions of lists, by route. */
const positions = new Map<string, Position>();

interface PositionedList {
  readonly box: RefObject<HTMLElement | null>;
  current(): number;
  goTo(index: number): void;
}

/** After the back button, a list is at its previous position, with the focus on the same row. */
function usePosition({ box, current, goTo }: PositionedList): void {
  const route = useRef(fragment.value);
  const last = useRef<Position>({ top: 0, index: -1 });
  route.current = fragment.value;
  useLayoutEffect(() => {
    const saved = isReturn() ? positions.get(fragment.peek()) : undefined;
    if (saved && box.current) {
      box.current.scrollTop = saved.top;
      if (saved.index >= 0) goTo(saved.index);
    }
    const element = box.current;
    const savePosition = () => {
      last.current = { top: element?.scrollTop ?? 0, index: current() };
    };
    for (const event of ["scroll", "focusin"]) element?.addEventListener(event, savePosition);
    return () => {
      for (const event of ["scroll", "focusin"]) element?.removeEventListener(event, savePosition);
      positions.set(route.current, last.current);
    };
  }, []);
}

/** The visible rows and the focused one wherever it is: removing its element would lose the focus. */
function withFocused({ from, to }: Range, focused: number | undefined): number[] {
  const visible = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  if (focused === undefined || (focused >= from && focused < to)) return visible;
  return focused < from ? [focused, ...visible] : [...visible, focused];
}
