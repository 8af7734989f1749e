import type { ComponentChildren } from "preact";
import { Problem } from "./problem.js";
import { Skeleton } from "./skeleton.js";
import type { PagedRows } from "./use-paged-rows.js";
import { VirtualList } from "./virtual-list.js";

interface Props<Row> {
  readonly label: string;
  readonly rows: PagedRows<Row>;
  /** Shown when there are no rows. */
  readonly empty: ComponentChildren;
  idOf(row: Row): string;
  row(row: Row): ComponentChildren;
}

/** Height of a `RowLink`. */
const rowHeight = 72;

/** A long list, for the list side of a `SplitView`. */
export function PagedList<Row>({ label, rows, empty, idOf, row }: Props<Row>) {
  if (rows.error && rows.total === undefined) return <Problem error={rows.error} onRetry={rows.reload} />;
  if (rows.total === undefined) return <Skeleton rows={8} />;
  if (rows.total === 0) return <>{empty}</>;
  const renderAt = <T,>(index: number, draw: (fetchedRow: Row) => T): T | undefined => {
    const fetchedRow = rows.row(index);
    return fetchedRow === undefined ? undefined : draw(fetchedRow);
  };
  return (
    <VirtualList
      label={label}
      total={rows.total}
      rowHeight={rowHeight}
      rowId={(index) => renderAt(index, idOf)}
      row={(index) => renderAt(index, row)}
      onShow={rows.show}
    />
  );
}
