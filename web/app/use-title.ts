import { useEffect } from "preact/hooks";

/** Names the item in the title of the tab while it is shown. */
export function useTitle(item: string): void {
  useEffect(() => {
    const previous = document.title;
    document.title = `${item} · Throughline`;
    return () => {
      document.title = previous;
    };
  }, [item]);
}
