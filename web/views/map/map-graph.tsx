import { useRef, useState } from "preact/hooks";
import type { KnowledgeMap, MapEdge } from "../../../src/surface/http/api-types.js";
import { Icon } from "../../components/icon.js";
import { formatCount, wholeNumber } from "../../components/numbers.js";
import { useRowKeys } from "../../components/use-row-keys.js";
import { useSize } from "../../components/use-size.js";
import { layoutMap, neighborsOf, nodeHeight, type PlacedNode } from "./map-layout.js";
import { nodeKinds, nodeLink } from "./map-links.js";

interface Props {
  readonly map: KnowledgeMap;
  readonly file: string;
}

const columns = ["Sessions", "Files", "Knowledge"];

/** The graph, drawn to its pane. Pointing at a node shows what it is linked to; arrows move between nodes. */
export function MapGraph({ map, file }: Props) {
  const pane = useRef<HTMLDivElement>(null);
  const size = useSize(pane);
  const [last, setActive] = useState("");
  useRowKeys(pane);
  const { nodes, columnWidths, height } = layoutMap(map, size);
  const neighbors = neighborsOf(map.edges);
  const placed = new Map(nodes.map((one) => [one.key, one]));
  // A filter may have removed the node.
  const active = placed.has(last) ? last : "";
  const lit = new Set([active, ...(neighbors.get(active) ?? [])]);
  const isDim = (...keys: string[]) =>
    active !== "" && !(keys.includes(active) || (keys.length === 1 && lit.has(keys[0] ?? "")));
  const tabStop = active || nodes[0]?.key;
  const move = (event: KeyboardEvent) => {
    const from = placed.get(active);
    const next = from && findNext(event.key, from, nodes, neighbors.get(active) ?? []);
    if (!next) return;
    event.preventDefault();
    pane.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus();
  };
  return (
    <div class="map">
      <div class="map-heads" aria-hidden="true">
        {columns.map((title, i) => (
          <span key={title} style={{ width: `${columnWidths[i]}px` }}>
            {title}
          </span>
        ))}
      </div>
      <div ref={pane} class="map-pane">
        <section
          class="map-canvas"
          aria-label="Map of files, sessions and what agents know"
          style={{ height: `${height}px` }}
          onKeyDown={move}
          onPointerLeave={() => setActive("")}
        >
          <svg class="map-edges" width={size.width} height={height} aria-hidden="true">
            {map.edges.map((edge) => (
              <path
                key={`${edge.from} ${edge.to}`}
                class={`map-edge${isDim(edge.from, edge.to) ? " dim" : active ? " lit" : ""}`}
                data-how={edge.how}
                d={curve(edge, placed)}
              />
            ))}
          </svg>
          {nodes.map(({ key, node, left, top, width }) => (
            <a
              key={key}
              class={`map-node ${node.kind}${isDim(key) ? " dim" : ""}`}
              href={nodeLink(node, map, file)}
              data-row
              data-key={key}
              tabIndex={key === tabStop ? 0 : -1}
              title={node.title}
              aria-label={`${nodeKinds[node.kind].name}: ${node.title}. ${formatCount(neighbors.get(key)?.length ?? 0, "link")}`}
              style={{ left: `${left}px`, top: `${top}px`, width: `${width}px` }}
              onPointerEnter={() => setActive(key)}
              onFocus={() => setActive(key)}
            >
              {node.agent === undefined ? (
                <Icon name={nodeKinds[node.kind].icon} size={16} />
              ) : (
                <span class="agent-dot" data-agent={node.agent} aria-hidden="true" />
              )}
              <span class="map-title">{node.kind === "file" ? <FilePath path={node.title} /> : node.title}</span>
            </a>
          ))}
        </section>
      </div>
      <Legend omitted={map.omitted} />
    </div>
  );
}

/** The name of a file is never cut before its folders are. */
const FilePath = ({ path }: { readonly path: string }) => {
  const at = path.lastIndexOf("/") + 1;
  return (
    <span class="map-path">
      <span class="map-folder">{path.slice(0, at)}</span>
      <span class="map-name">{path.slice(at)}</span>
    </span>
  );
};

const Legend = ({ omitted }: { readonly omitted: number }) => (
  <p class="map-legend meta">
    <span class="map-key" data-how="changed">
      changed
    </span>
    <span class="map-key" data-how="read">
      read
    </span>
    <span class="map-key" data-how="learned">
      about, learned
    </span>
    <span class="map-key" data-how="received">
      received
    </span>
    {omitted > 0 && <span>{wholeNumber(omitted)} more not shown. Filter by file to see them.</span>}
  </p>
);

function curve({ from, to }: MapEdge, placed: ReadonlyMap<string, PlacedNode>): string {
  const [a, b] = [placed.get(from), placed.get(to)];
  if (!a || !b) return "";
  const [x1, y1, x2, y2] = [a.left + a.width, a.top + nodeHeight / 2, b.left, b.top + nodeHeight / 2];
  const bend = (x2 - x1) / 2;
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

/** Up and down within a column; left and right to the nearest linked node of the next column that has one. */
function findNext(
  pressed: string,
  from: PlacedNode,
  nodes: readonly PlacedNode[],
  linked: readonly string[],
): PlacedNode | undefined {
  const column = nodes.filter((one) => one.column === from.column);
  const row = column.indexOf(from);
  if (pressed === "ArrowDown") return column[row + 1];
  if (pressed === "ArrowUp") return column[row - 1];
  const side = { ArrowLeft: -1, ArrowRight: 1 }[pressed];
  if (side === undefined) return undefined;
  return nodes
    .filter((one) => Math.sign(one.column - from.column) === side)
    .map((one) => ({
      one,
      distance: [linked.includes(one.key) ? 0 : 1, Math.abs(one.column - from.column), Math.abs(one.top - from.top)],
    }))
    .sort((a, b) => compare(a.distance, b.distance))[0]?.one;
}

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, i) => value - (b[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
