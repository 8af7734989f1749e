import type { KnowledgeMap } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { projectOptions } from "../../app/options.js";
import { go, linkTo } from "../../app/router.js";
import { readUrlFilters } from "../../app/url-filters.js";
import type { ViewProps } from "../../app/views.js";
import { Empty } from "../../components/empty.js";
import { FilterText, Select } from "../../components/field.js";
import { FilterBar } from "../../components/filter-bar.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Tabs } from "../../components/tabs.js";
import { ViewHeader } from "../../components/view-header.js";
import "../../styles/map.css";
import { MapGraph } from "./map-graph.js";
import { MapList } from "./map-list.js";

/** Too narrow for three columns of names. */
const isNarrow = (): boolean => matchMedia("(max-width: 760px)").matches;

/** What agents know about the files of a project, as a graph or as a list. */
export function MapView({ route }: ViewProps) {
  const { parts, query } = route;
  const form = parts[1] ?? (isNarrow() ? "list" : "graph");
  const [project, file] = [query.get("project") ?? "", query.get("file") ?? ""];
  const filters = readUrlFilters(route, ["file"]);
  const answer = useAnswer((stop) => get<KnowledgeMap>("/api/map", { project, file }, stop), [project, file]);
  const linkOf = (id: string) => linkTo(["map", id], { project, file });
  return (
    <div class="fill">
      <ViewHeader title="Map" about="What agents know about your files, and the sessions it came from.">
        {answer.value?.project && (
          <Select
            label="Project"
            value={answer.value.project}
            options={projectOptions().filter(({ value }) => value !== "")}
            onChange={(next) => go(parts, { project: next })}
          />
        )}
        <FilterBar label="Filter the map" filters={filters}>
          <FilterText
            label="File"
            placeholder="Filter by file"
            value={file}
            onChange={(value) => filters.set("file", value)}
          />
        </FilterBar>
      </ViewHeader>
      <Tabs
        label="Forms"
        current={form}
        tabs={[
          { id: "graph", title: "Graph", href: linkOf("graph") },
          { id: "list", title: "List", href: linkOf("list") },
        ]}
      />
      <ShowAnswer answer={answer} rows={10}>
        {(map) =>
          map.nodes.length === 0 ? (
            <NothingKnown file={file} />
          ) : form === "list" ? (
            <MapList map={map} file={file} />
          ) : (
            <MapGraph map={map} file={file} />
          )
        }
      </ShowAnswer>
    </div>
  );
}

const NothingKnown = ({ file }: { readonly file: string }) =>
  file ? (
    <Empty title="Nothing known about this file" icon="file">
      <p>No session touched a file with “{file}” in its path, and no memory, fix or decision names one.</p>
    </Empty>
  ) : (
    <Empty title="No map yet" icon="map">
      <p>Once agents have worked in a repository, its files appear here with what was learned about them.</p>
    </Empty>
  );
