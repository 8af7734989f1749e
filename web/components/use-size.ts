import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

interface Size {
  readonly width: number;
  readonly height: number;
}

const defaultSize: Size = { width: 640, height: 480 };

/** The inner size of an element in pixels; charts drawn to it keep their text readable on a phone. */
export function useSize(box: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(defaultSize);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const [width, height] = [element.clientWidth || defaultSize.width, element.clientHeight || defaultSize.height];
      setSize((last) => (last.width === width && last.height === height ? last : { width, height }));
    };
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, [box]);
  return size;
}
