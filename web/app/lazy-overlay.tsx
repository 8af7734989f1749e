import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isSearchOpen } from "./keys.js";

export const loadOverlay = (): Promise<ComponentType> =>
  import("../views/search/search-overlay.js").then(({ SearchOverlay }) => SearchOverlay);

/** The search overlay, whose code is loaded when it is first opened. */
export function LazyOverlay() {
  const [loaded, setLoaded] = useState<{ Overlay: ComponentType }>();
  useEffect(() => {
    if (isSearchOpen.value && !loaded)
      loadOverlay().then(
        (Overlay) => setLoaded({ Overlay }),
        () => {},
      );
  }, [isSearchOpen.value]);
  return isSearchOpen.value && loaded ? <loaded.Overlay /> : null;
}
