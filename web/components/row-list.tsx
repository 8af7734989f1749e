import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useKeptFocus } from "./use-kept-focus.js";
import { useRowKeys } from "./use-row-keys.js";

interface Row {
  readonly id: string;
  readonly href: string;
  readonly title: ComponentChildren;
  /** A second, quieter line. */
  readonly about?: ComponentChildren;
  /** Beside the title, at the end of the line. */
  readonly mark?: ComponentChildren;
}

interface Props {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly chosen: string;
}

/** A short list of links; `j` and `k` walk through it. Long lists are `VirtualList`. */
export function RowList({ label, rows, chosen }: Props) {
  const box = useRef<HTMLUListElement>(null);
  useRowKeys(box);
  useKeptFocus(box);
  return (
    <ul ref={box} class="row-list" aria-label={label}>
      {rows.map(({ id, ...row }) => (
        <li key={id}>
          <RowLink {...row} isChosen={id === chosen} />
        </li>
      ))}
    </ul>
  );
}

export const RowLink = ({ href, title, about, mark, isChosen }: Omit<Row, "id"> & { readonly isChosen: boolean }) => (
  <a class="row-link" href={href} data-row aria-current={isChosen ? "true" : undefined}>
    <span class="row-line">
      <span class="row-title">{title}</span>
      {mark}
    </span>
    {about && <span class="row-about">{about}</span>}
  </a>
);

/** In the place of a row that is about to be gone for good. */
export const LeavingRow = () => (
  <div class="row-link">
    <span class="row-about">Going…</span>
  </div>
);
