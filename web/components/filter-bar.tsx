import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { UrlFilters } from "../app/url-filters.js";

interface Props {
  readonly label: string;
  readonly filters: UrlFilters;
  readonly children: ComponentChildren;
}

/** The filters of a view in a row; on a phone behind a button, so that they do not fill the screen. */
export function FilterBar({ label, filters, children }: Props) {
  const isOpen = useSignal(false);
  return (
    <search class={isOpen.value ? "filters open" : "filters"} aria-label={label}>
      <button
        type="button"
        class="button filters-toggle"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {filters.count > 0 ? `Filters (${filters.count})` : "Filters"}
      </button>
      <div class="filters-fields">
        {children}
        {filters.count > 0 && (
          <button type="button" class="button" onClick={filters.clear}>
            Clear
          </button>
        )}
      </div>
    </search>
  );
}
