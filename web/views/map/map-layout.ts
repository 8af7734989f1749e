import type { KnowledgeMap, MapNode } from "../../../src/surface/http/api-types.js";

/** A node in its column and row, with its box in pixels. */
export interface PlacedNode {
  readonly key: string;
  readonly node: MapNode;
  readonly column: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

export interface MapLayout {
  readonly nodes: readonly PlacedNode[];
  readonly columnWidths: readonly number[];
  readonly height: number;
}

export const nodeHeight = 30;
const pitch = { min: 36, max: 50 } as const;
/** Shares of the width: titles need more room than paths. */
const columnShares = [0.36, 0.28, 0.36] as const;
const sweeps = 6;

export const keyOf = ({ kind, id }: Pick<MapNode, "kind" | "id">): string => `${kind}/${id}`;

/** Sessions, files, and what agents know, from left to right. */
const columnOf = ({ kind }: MapNode): number => (kind === "session" ? 0 : kind === "file" ? 1 : 2);

/** Layered layout in three columns that fills the pane; rows are ordered by the barycenter heuristic, so few lines cross. */
export function layoutMap({ nodes, edges }: KnowledgeMap, pane: { width: number; height: number }): MapLayout {
  const columns = [0, 1, 2].map((column) => nodes.filter((node) => columnOf(node) === column).map(keyOf));
  const neighbors = neighborsOf(edges);
  for (let sweep = 0; sweep < sweeps; sweep++)
    for (const column of sweep % 2 === 0 ? [1, 2] : [1, 0])
      columns[column] = orderByNeighbors(columns, column, neighbors);
  const rows = Math.max(1, ...columns.map(({ length }) => length));
  const step = Math.min(pitch.max, Math.max(pitch.min, pane.height / rows));
  const gap = Math.floor(Math.min(150, Math.max(20, pane.width * 0.09)));
  const columnWidths = columnShares.map((share) => Math.floor((pane.width - 2 * gap) * share));
  const leftOf = (column: number) => columnWidths.slice(0, column).reduce((sum, width) => sum + width + gap, 0);
  const height = Math.floor(Math.max(rows * step, Math.min(pane.height, rows * pitch.max)));
  const byKey = new Map(nodes.map((node) => [keyOf(node), node]));
  return {
    columnWidths,
    height,
    nodes: columns.flatMap((keys, column) =>
      keys.flatMap((key, row) => {
        const node = byKey.get(key);
        const top = (height - keys.length * step) / 2 + row * step + (step - nodeHeight) / 2;
        const box = { left: leftOf(column), top: Math.round(top), width: columnWidths[column] ?? 0 };
        return node ? [{ key, node, column, ...box }] : [];
      }),
    ),
  };
}

export function neighborsOf(edges: KnowledgeMap["edges"]): ReadonlyMap<string, readonly string[]> {
  const neighbors = new Map<string, string[]>();
  const add = (key: string, other: string) => neighbors.set(key, [...(neighbors.get(key) ?? []), other]);
  for (const { from, to } of edges) {
    add(from, to);
    add(to, from);
  }
  return neighbors;
}

/** Sorts a column by the mean relative row of each node's neighbors in the other columns. */
function orderByNeighbors(
  columns: readonly (readonly string[])[],
  column: number,
  neighbors: ReadonlyMap<string, readonly string[]>,
): string[] {
  const rowOf = new Map(columns.flatMap((keys) => keys.map((key, row) => [key, (row + 0.5) / keys.length] as const)));
  const center = (key: string): number => {
    const rows = (neighbors.get(key) ?? []).flatMap((other) => rowOf.get(other) ?? []);
    return rows.length === 0 ? (rowOf.get(key) ?? 0) : rows.reduce((sum, row) => sum + row, 0) / rows.length;
  };
  return (columns[column] ?? [])
    .map((key) => ({ key, at: center(key) }))
    .sort((a, b) => a.at - b.at)
    .map(({ key }) => key);
}
