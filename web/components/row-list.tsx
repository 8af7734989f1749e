import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useRowKeys } from "./use-row-keys.js";
import { useStableFocus } from "./use-stable-focus.js";

interface Row {
  readonly id: string;
  readonly href: string;
  readonly title: ComponentChildren;
  /** A second line with details. */
  readonly about?: ComponentChildren;
  /** Badges at the end of the first line. */
  readonly mark?: ComponentChildren;
}

interface Props {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly selected: string;
}

/** A short list of links for `j` and `k`. Long lists use `VirtualList`. */
export function RowList({ label, rows, selected }: Props) {
  const box = useRef<HTMLUListElement>(null);
  useRowKeys(box);
  useStableFocus(box);
  return (
    <ul ref={box} class="row-list" aria-label={label}>
      {rows.map(({ id, ...row }) => (
        <li key={id}>
          <RowLink {...row} isSelected={id === selected} />
        </li>
      ))}
    </ul>
  );
}

export const RowLink = ({
  href,
  title,
  about,
  mark,
  isSelected,
}: Omit<Row, "id"> & { readonly isSelected: boolean }) => (
  <a class="row-link" href={href} data-row aria-current={isSelected ? "true" : undefined}>
    <span class="row-line">
      <span class="row-title">{title}</span>
      {mark}
    </span>
    {about && <span class="row-about">{about}</span>}
  </a>
);

/** Placeholder for a row whose removal can still be undone. */
export const PendingRemovalRow = () => (
  <div class="row-link">
    <span class="row-about">Removing…</span>
  </div>
);
