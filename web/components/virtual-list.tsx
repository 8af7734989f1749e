import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { takeListKeys } from "../app/keys.js";

interface Props {
  readonly label: string;
  readonly total: number;
  /** Pixels; every row is as high as the others. */
  readonly rowHeight: number;
  /** The row's content: one link or button, so that Enter opens it. */
  row(index: number): ComponentChildren;
  /** Told which rows are about to be seen, so that they can be fetched. */
  onShow?(from: number, to: number): void;
}

/** Rows kept ready above and below what is seen. */
const spare = 8;

/** Shows any number of rows and holds only those in sight. `j` and `k` walk through them. */
export function VirtualList({ label, total, rowHeight, row, onShow }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ from: 0, to: 40 });
  const current = useRef(-1);

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

  const focusRow = (index: number) => {
    const list = box.current;
    if (!list || total === 0) return;
    current.current = Math.min(total - 1, Math.max(0, index));
    const top = current.current * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
    measure();
    const find = () => list.querySelector<HTMLElement>(`[data-index="${current.current}"] :is(a, button)`);
    requestAnimationFrame(() => find()?.focus({ preventScroll: true }));
  };
  // Before the rows are painted: whoever sees them may press a key.
  useLayoutEffect(() => takeListKeys({ move: (by) => focusRow(current.current + by) }), [total]);

  const shown = Array.from({ length: Math.max(0, range.to - range.from) }, (_, i) => range.from + i);
  return (
    <div ref={box} class="virtual-list" onScroll={measure} onFocusIn={(event) => noteFocus(event.target)}>
      <ul aria-label={label} style={{ height: `${total * rowHeight}px` }}>
        {shown.map((index) => (
          <li
            key={index}
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

  /** A click or Tab moves the place that `j` and `k` go on from. */
  function noteFocus(target: EventTarget | null): void {
    const index = target instanceof Element ? target.closest<HTMLElement>("[data-index]")?.dataset.index : undefined;
    if (index !== undefined) current.current = Number(index);
  }
}
