import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { changes } from "../api/live.js";

export interface PagedRows<Row> {
  readonly total: number | undefined;
  readonly error: Error | undefined;
  /** The row if it has been fetched. */
  row(index: number): Row | undefined;
  /** Fetches what is missing of these rows. */
  show(from: number, to: number): void;
  /** Fetches anew what is in sight. */
  reload(): void;
}

const pageSize = 100;

/** Rows of a long list, fetched page by page as they come into sight; everything is fetched anew when `inputs` change. */
export function usePagedRows<Row>(
  ask: (offset: number, limit: number) => Promise<{ rows: readonly Row[]; total: number }>,
  inputs: readonly unknown[],
): PagedRows<Row> {
  const pages = useRef(new Map<number, readonly Row[] | "asked">());
  const generation = useRef(0);
  const seen = useRef({ from: 0, to: 1 });
  const [total, setTotal] = useState<number>();
  const [error, setError] = useState<Error>();
  const [, redraw] = useState(0);
  const version = changes.value;

  const fetchPage = (page: number) => {
    const asked = generation.current;
    if (!pages.current.has(page)) pages.current.set(page, "asked");
    ask(page * pageSize, pageSize).then(
      ({ rows, total: all }) => {
        if (asked !== generation.current) return;
        pages.current.set(page, rows);
        setTotal(all);
        setError(undefined);
        redraw((last) => last + 1);
      },
      (failed: Error) => {
        if (asked !== generation.current) return;
        if (pages.current.get(page) === "asked") pages.current.delete(page);
        setError(failed);
      },
    );
  };
  const show = (from: number, to: number) => {
    seen.current = { from, to };
    for (const page of pagesOf(from, to)) if (!pages.current.has(page)) fetchPage(page);
  };
  const reload = () => {
    generation.current++;
    const inSight = new Set(pagesOf(seen.current.from, seen.current.to));
    // Rows in sight stay until newer ones are there.
    for (const page of pages.current.keys()) if (!inSight.has(page)) pages.current.delete(page);
    for (const page of inSight) fetchPage(page);
  };
  useEffect(reload, [...inputs, version]);

  const stableShow = useCallback(show, inputs);
  return { total, error, show: stableShow, reload, row: (index) => rowAt(pages.current, index) };
}

function rowAt<Row>(pages: ReadonlyMap<number, readonly Row[] | "asked">, index: number): Row | undefined {
  const page = pages.get(Math.floor(index / pageSize));
  return page === undefined || page === "asked" ? undefined : page[index % pageSize];
}

function pagesOf(from: number, to: number): number[] {
  const first = Math.floor(from / pageSize);
  const last = Math.floor(Math.max(from, to - 1) / pageSize);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
