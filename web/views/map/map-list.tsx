import { useRef } from "preact/hooks";
import type { KnowledgeMap, MapNode } from "../../../src/surface/http/api-types.js";
import { Icon } from "../../components/icon.js";
import { InlineText } from "../../components/inline-text.js";
import { Time } from "../../components/time.js";
import { useRowKeys } from "../../components/use-row-keys.js";
import { keyOf, neighborsOf } from "./map-layout.js";
import { nodeKinds, nodeLink } from "./map-links.js";

interface Props {
  readonly map: KnowledgeMap;
  readonly file: string;
}

/** The same as the graph in words: each file with what is known about it, and the sessions behind it. */
export function MapList({ map, file }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useRowKeys(box);
  const neighbors = neighborsOf(map.edges);
  const linkedTo = (key: string) => map.nodes.filter((node) => neighbors.get(key)?.includes(keyOf(node)));
  const files = map.nodes.filter(({ kind }) => kind === "file");
  const others = map.nodes.filter(
    (node) => isRecord(node) && !linkedTo(keyOf(node)).some(({ kind }) => kind === "file"),
  );
  return (
    <div ref={box} class="view-body map-list">
      {files.map((node) => (
        <section key={node.id}>
          <h2>
            <a href={nodeLink(node, map, file)} data-row>
              {node.title}
            </a>
          </h2>
          <NodeRows map={map} file={file} nodes={sortRecordsFirst(linkedTo(keyOf(node)))} />
        </section>
      ))}
      {others.length > 0 && (
        <section>
          <h2>Not about one file</h2>
          <NodeRows map={map} file={file} nodes={others} />
        </section>
      )}
    </div>
  );
}

const isRecord = ({ kind }: MapNode): boolean => kind !== "file" && kind !== "session";

const sortRecordsFirst = (nodes: readonly MapNode[]): MapNode[] =>
  nodes.toSorted((a, b) => Number(isRecord(b)) - Number(isRecord(a)));

const NodeRows = ({ map, file, nodes }: Props & { readonly nodes: readonly MapNode[] }) => (
  <ul class="map-rows">
    {nodes.map((node) => (
      <li key={keyOf(node)}>
        <a class="map-row" href={nodeLink(node, map, file)} data-row>
          {node.agent === undefined ? (
            <Icon name={nodeKinds[node.kind].icon} size={16} />
          ) : (
            <span class="agent-dot" data-agent={node.agent} aria-hidden="true" />
          )}
          <span class="map-row-title">
            <InlineText text={node.title} />
          </span>
          <span class="meta">{node.at ? <Time at={node.at} /> : nodeKinds[node.kind].name}</span>
        </a>
      </li>
    ))}
  </ul>
);
