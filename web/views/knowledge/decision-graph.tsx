import { truncate } from "../../../src/base/text/truncate.js";
import type { ContextOverview } from "../../../src/surface/http/api-types.js";
import { entryLink } from "../../app/links.js";
import { layoutDecisions, type NodePosition } from "./decision-layout.js";

const box = { width: 190, height: 54, gapX: 56, gapY: 18 } as const;

interface Props {
  readonly context: ContextOverview;
  readonly selected?: number;
}

/** Which decision superseded which, as a graph and as a list for screen readers. */
export function DecisionGraph({ context, selected }: Props) {
  const nodes = layoutDecisions(context.links);
  const nodesById = new Map(nodes.map((node) => [node.id, node]));
  const width = Math.max(...nodes.map(({ column }) => x(column))) + box.width + 2;
  const height = Math.max(...nodes.map(({ row }) => y(row))) + box.height + 2;
  const titleOf = (id: number) => context.decisions.find((decision) => decision.id === id)?.title ?? "";
  return (
    <section>
      {selected === undefined ? <h2>Superseded decisions</h2> : <h3>Superseded decisions</h3>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section class="graph" aria-label="Graph of decisions" tabIndex={0}>
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
          <title>Which decision superseded which</title>
          {context.links.map(({ newer, older }) => (
            <Arrow key={`${newer}-${older}`} from={nodesById.get(older)} to={nodesById.get(newer)} />
          ))}
          {nodes.map(({ id, column, row }) => {
            const status = context.decisions.find((decision) => decision.id === id)?.status ?? "";
            return (
              <g key={id} transform={`translate(${x(column)} ${y(row)})`}>
                <a
                  href={entryLink("decision", String(id), context.folder)}
                  class={`graph-node ${status}${id === selected ? " chosen" : ""}`}
                >
                  <rect width={box.width} height={box.height} rx="8" />
                  <text x="12" y="22" class="graph-number">
                    {String(id).padStart(4, "0")} · {status}
                  </text>
                  <text x="12" y="40">
                    {truncate(titleOf(id), 25)}
                  </text>
                </a>
              </g>
            );
          })}
        </svg>
      </section>
      <ul class="visually-hidden">
        {context.links.map(({ newer, older }) => (
          <li key={`${newer}-${older}`}>
            {titleOf(newer)} supersedes {titleOf(older)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const x = (column: number) => 1 + column * (box.width + box.gapX);
const y = (row: number) => 1 + row * (box.height + box.gapY);

function Arrow({ from, to }: { readonly from: NodePosition | undefined; readonly to: NodePosition | undefined }) {
  if (!from || !to) return null;
  const [x1, y1] = [x(from.column) + box.width, y(from.row) + box.height / 2];
  const [x2, y2] = [x(to.column) - 4, y(to.row) + box.height / 2];
  const middle = (x1 + x2) / 2;
  return (
    <g class="graph-arrow">
      <path d={`M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`} />
      <path d={`M${x2 - 6} ${y2 - 4}L${x2} ${y2}L${x2 - 6} ${y2 + 4}`} />
    </g>
  );
}
