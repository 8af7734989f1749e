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
  const at = <T,>(index: number, draw: (one: Row) => T): T | undefined => {
    const one = rows.row(index);
    return one === undefined ? undefined : draw(one);
  };
  return (
    <VirtualList
      label={label}
      total={rows.total}
      rowHeight={rowHeight}
      rowId={(index) => at(index, idOf)}
      row={(index) => at(index, row)}
      onShow={rows.show}
    />
  );
}
