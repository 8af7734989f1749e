import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { takeListKeys } from "../app/keys.js";

/** `j` and `k` walk through the links and buttons marked with `data-row` inside `box`. */
export function useRowKeys(box: RefObject<HTMLElement | null>): void {
  // Before the rows are painted: whoever sees them may press a key.
  useLayoutEffect(
    () =>
      takeListKeys({
        move(by) {
          const rows = [...(box.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
          const at = rows.indexOf(document.activeElement as HTMLElement);
          const from = at >= 0 ? at : rows.findIndex((row) => row.getAttribute("aria-current") === "true");
          rows[Math.min(rows.length - 1, Math.max(0, from + by))]?.focus();
        },
      }),
    [box],
  );
}
