export interface Link {
  readonly newer: number;
  readonly older: number;
}

/** Where a decision stands: what it took the place of stands to its left. */
export interface Spot {
  readonly id: number;
  readonly column: number;
  readonly row: number;
}

/** Decisions that are linked, in columns from the oldest to the newest, one row for each line of succession. */
export function layOut(links: readonly Link[]): Spot[] {
  const ids = [...new Set(links.flatMap(({ newer, older }) => [newer, older]))].sort((a, b) => a - b);
  const columns = new Map<number, number>();
  const columnOf = (id: number, seen: ReadonlySet<number> = new Set()): number => {
    const known = columns.get(id);
    if (known !== undefined) return known;
    // Texts may contradict each other: a circle is cut where it closes.
    const before = seen.has(id) ? [] : links.filter(({ newer }) => newer === id).map(({ older }) => older);
    const deeper = new Set([...seen, id]);
    const column = Math.max(-1, ...before.filter((one) => !deeper.has(one)).map((one) => columnOf(one, deeper))) + 1;
    columns.set(id, column);
    return column;
  };
  const taken = new Map<number, number>();
  return ids.map((id) => {
    const column = columnOf(id);
    const row = taken.get(column) ?? 0;
    taken.set(column, row + 1);
    return { id, column, row };
  });
}
