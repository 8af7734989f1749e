import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { registerListKeys } from "../app/keys.js";

/** `j` and `k` move between the links and buttons with `data-row` inside `box`. */
export function useRowKeys(box: RefObject<HTMLElement | null>): void {
  // Before the rows are painted, so that keys work as soon as they are visible.
  useLayoutEffect(
    () =>
      registerListKeys({
        move(by) {
          const rows = [...(box.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
          const focusedIndex = rows.indexOf(document.activeElement as HTMLElement);
          const startIndex =
            focusedIndex >= 0 ? focusedIndex : rows.findIndex((row) => row.getAttribute("aria-current") === "true");
          rows[Math.min(rows.length - 1, Math.max(0, startIndex + by))]?.focus();
        },
      }),
    [box],
  );
}
