import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

const defaultWidth = 640;

/** The width of an element in pixels; charts drawn to it keep their text readable on a phone. */
export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(defaultWidth);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth || defaultWidth);
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, [box]);
  return width;
}
