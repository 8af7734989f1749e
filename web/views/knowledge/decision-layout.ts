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
  const columnOf = (id: number, visited: ReadonlySet<number> = new Set()): number => {
    const cached = columns.get(id);
    if (cached !== undefined) return cached;
    // Decisions can supersede each other in a cycle, which is broken where it closes.
    const predecessors = visited.has(id) ? [] : links.filter(({ newer }) => newer === id).map(({ older }) => older);
    const path = new Set([...visited, id]);
    const column =
      Math.max(
        -1,
        ...predecessors
          .filter((predecessor) => !path.has(predecessor))
          .map((predecessor) => columnOf(predecessor, path)),
      ) + 1;
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
