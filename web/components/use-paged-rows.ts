import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { changes } from "../api/live.js";

export interface PagedRows<Row> {
  readonly total: number | undefined;
  readonly error: Error | undefined;
  /** The row, or undefined until it is fetched. */
  row(index: number): Row | undefined;
  /** The index of the first fetched row that matches; -1 when there is none. */
  findIndex(matches: (row: Row) => boolean): number;
  /** Fetches the rows of the range that are missing. */
  show(from: number, to: number): void;
  /** Fetches the visible rows again. */
  reload(): void;
}

const pageSize = 100;

interface Page<Row> {
  readonly rows: readonly Row[] | undefined;
  /** The generation it was requested in; a page of an older one is stale. */
  readonly generation: number;
}

/**
 * Rows of a long list, fetched page by page as they become visible. They are fetched again when `inputs` change; stale
 * rows stay until the new ones arrive.
 */
export function usePagedRows<Row>(
  requestPage: (offset: number, limit: number) => Promise<{ rows: readonly Row[]; total: number }>,
  inputs: readonly unknown[],
): PagedRows<Row> {
  const pages = useRef(new Map<number, Page<Row>>());
  const generation = useRef(0);
  const visibleRange = useRef({ from: 0, to: 1 });
  const lastInputs = useRef("");
  const [total, setTotal] = useState<number>();
  const [error, setError] = useState<Error>();
  const [, redraw] = useState(0);
  const version = changes.value;

  const fetchPage = (page: number) => {
    const requestGeneration = generation.current;
    const previousRows = pages.current.get(page)?.rows;
    pages.current.set(page, { rows: previousRows, generation: requestGeneration });
    requestPage(page * pageSize, pageSize).then(
      ({ rows, total: newTotal }) => {
        if (requestGeneration !== generation.current) return;
        pages.current.set(page, { rows, generation: requestGeneration });
        setTotal(newTotal);
        setError(undefined);
        redraw((last) => last + 1);
      },
      (failure: Error) => {
        if (requestGeneration !== generation.current) return;
        pages.current.set(page, { rows: previousRows, generation: -1 });
        setError(failure);
      },
    );
  };
  const show = (from: number, to: number) => {
    visibleRange.current = { from, to };
    for (const page of pagesOf(from, to))
      if (pages.current.get(page)?.generation !== generation.current) fetchPage(page);
  };
  const reload = () => {
    generation.current++;
    show(visibleRange.current.from, visibleRange.current.to);
  };
  const dropOthers = () => {
    const visiblePages = pagesOf(visibleRange.current.from, visibleRange.current.to);
    for (const page of pages.current.keys()) if (!visiblePages.includes(page)) pages.current.delete(page);
  };
  useEffect(() => {
    const inputsKey = JSON.stringify(inputs);
    const isFirst = lastInputs.current === "";
    if (inputsKey !== lastInputs.current) dropOthers();
    lastInputs.current = inputsKey;
    // A list that knows its length has requested its first rows already.
    if (isFirst) show(visibleRange.current.from, visibleRange.current.to);
    else reload();
  }, [...inputs, version]);

  const findIndex = (matches: (row: Row) => boolean) => {
    for (const [page, { rows = [] }] of pages.current) {
      const index = rows.findIndex(matches);
      if (index >= 0) return page * pageSize + index;
    }
    return -1;
  };
  const stableShow = useCallback(show, inputs);
  return { total, error, show: stableShow, reload, row: (index) => rowAt(pages.current, index), findIndex };
}

const rowAt = <Row>(pages: ReadonlyMap<number, Page<Row>>, index: number): Row | undefined =>
  pages.get(Math.floor(index / pageSize))?.rows?.[index % pageSize];

function pagesOf(from: number, to: number): number[] {
  const first = Math.floor(from / pageSize);
  const last = Math.floor(Math.max(from, to - 1) / pageSize);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
