export interface Link {
  readonly newer: number;
  readonly older: number;
}

/** The grid position of a decision; those it supersedes are to its left. */
export interface NodePosition {
  readonly id: number;
  readonly column: number;
  readonly row: number;
}

/** Layered layout of linked decisions: superseded ones in columns to the left of their successors. */
export function layoutDecisions(links: readonly Link[]): NodePosition[] {
  const ids = [...new Set(links.flatMap(({ newer, older }) => [newer, older]))].sort((a, b) => a - b);
  const columns = new Map<number, number>();
  const columnOf = (id: number, seen: ReadonlySet<number> = new Set()): number => {
    const cached = columns.get(id);
    if (cached !== undefined) return cached;
    // Texts may contradict each other: a cycle is broken where it closes.
    const before = seen.has(id) ? [] : links.filter(({ newer }) => newer === id).map(({ older }) => older);
    const deeper = new Set([...seen, id]);
    const column = Math.max(-1, ...before.filter((one) => !deeper.has(one)).map((one) => columnOf(one, deeper))) + 1;
    columns.set(id, column);
    return column;
  };
  const rowsUsed = new Map<number, number>();
  return ids.map((id) => {
    const column = columnOf(id);
    const row = rowsUsed.get(column) ?? 0;
    rowsUsed.set(column, row + 1);
    return { id, column, row };
  });
}
