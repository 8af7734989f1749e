import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

const usual = 640;

/** How wide an element is, in pixels: what is drawn to that measure keeps its letters readable on a phone too. */
export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(usual);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth || usual);
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, [box]);
  return width;
}
