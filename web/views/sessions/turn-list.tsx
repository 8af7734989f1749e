import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { turnAt, turnOffsets } from "./turn-offsets.js";

interface Props {
  readonly total: number;
  /** The turn to scroll to, from 0; a new object scrolls again. */
  readonly target: { readonly index: number } | undefined;
  isLoaded(index: number): boolean;
  turn(index: number): ComponentChildren;
  onShow(from: number, to: number): void;
  /** Called with the turn at the top of the window. */
  onCurrent(index: number): void;
}

/** Pixels rendered above and below the window. */
const overscan = 800;

/** Turns of any height and number, of which only those near the window are rendered. */
export function TurnList({ total, target, isLoaded, turn, onShow, onCurrent }: Props) {
  const box = useRef<HTMLElement>(null);
  const heights = useRef(new Map<number, number>());
  const pending = useRef<number | undefined>(undefined);
  const [range, setRange] = useState({ from: 0, to: Math.min(total, 4) });
  const offsets = turnOffsets(total, heights.current);
  const show = () => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    const from = turnAt(offsets, scrollTop - overscan);
    const to = Math.min(total, turnAt(offsets, scrollTop + clientHeight + overscan) + 1);
    setRange((last) => (last.from === from && last.to === to ? last : { from, to }));
    onCurrent(turnAt(offsets, scrollTop + 24));
  };
  const measure = useMeasuring(heights.current, show);
  useEffect(() => onShow(range.from, range.to), [range.from, range.to]);
  useLayoutEffect(() => {
    if (!target || !box.current) return;
    pending.current = target.index;
    box.current.scrollTop = offsets[target.index] ?? 0;
    show();
  }, [target]);
  // Heights are known only after rendering: the target is scrolled to again until its turn is loaded.
  useLayoutEffect(() => {
    const index = pending.current;
    const element = index === undefined ? null : box.current?.querySelector(`[data-turn="${index}"]`);
    if (index === undefined || !element) return;
    element.scrollIntoView({ block: "start" });
    if (isLoaded(index)) pending.current = undefined;
  });
  const visible = Array.from({ length: Math.max(0, range.to - range.from) }, (_, i) => range.from + i);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section ref={box} class="turn-list" aria-label="Turns" tabIndex={0} onScroll={show}>
      <div style={{ height: `${offsets[range.from] ?? 0}px` }} />
      {visible.map((index) => (
        <div key={index} data-turn={index} ref={(element) => measure(element, index)}>
          {turn(index)}
        </div>
      ))}
      <div style={{ height: `${Math.max(0, (offsets[total] ?? 0) - (offsets[range.to] ?? 0))}px` }} />
    </section>
  );
}

/** Records the heights of rendered turns, and calls `onChange` when one changed. */
function useMeasuring(heights: Map<number, number>, onChange: () => void) {
  const latest = useRef(onChange);
  latest.current = onChange;
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        for (const { target } of entries) {
          const element = target as HTMLElement;
          if (element.isConnected) heights.set(Number(element.dataset.turn), element.offsetHeight);
        }
        latest.current();
      }),
  );
  const elements = useRef(new Map<number, Element>());
  useEffect(() => () => observer.disconnect(), []);
  return (element: HTMLElement | null, index: number) => {
    const previous = elements.current.get(index);
    if (previous === element) return;
    if (previous) observer.unobserve(previous);
    elements.current.delete(index);
    if (!element) return;
    elements.current.set(index, element);
    observer.observe(element);
  };
}
