import { formatCount, wholeNumber } from "./numbers.js";

interface Tab {
  readonly id: string;
  readonly title: string;
  readonly href: string;
  readonly count?: number | undefined;
}

/** Links between the parts of one view. */
export const Tabs = ({
  label,
  tabs,
  current,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
}) => (
  <nav class="part-tabs" aria-label={label}>
    {tabs.map(({ id, title, href, count }) => (
      <a key={id} class="part-tab" href={href} aria-current={id === current ? "true" : undefined}>
        {title}
        {count !== undefined && (
          <span class={id === current ? "badge accent" : "badge"} title={formatCount(count, "entry", "entries")}>
            {wholeNumber(count)}
          </span>
        )}
      </a>
    ))}
  </nav>
);
