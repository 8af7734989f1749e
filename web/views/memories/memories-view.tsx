import type { MemoryPage, MemoryRow, MemoryTallies } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/ask.js";
import { useAnswer } from "../../api/use-answer.js";
import { go, linkTo } from "../../app/router.js";
import type { ViewProps } from "../../app/views.js";
import { FilterSelect, FilterText } from "../../components/field.js";
import { PagedList } from "../../components/paged-list.js";
import { SplitView } from "../../components/split-view.js";
import { Tabs } from "../../components/tabs.js";
import { usePagedRows } from "../../components/use-paged-rows.js";
import { ViewHeader } from "../../components/view-header.js";
import { leaving } from "./leave-for-good.js";
import { MemoryDetailPane } from "./memory-detail.js";
import { filterNames, type MemoryFilters, readFilters } from "./memory-filters.js";
import { MemoryRowLink } from "./memory-row.js";
import { NoMemories } from "./no-memories.js";

export function MemoriesView({ place }: ViewProps) {
  const chosen = place.parts[1] ?? "";
  const filters = readFilters(place.query);
  const tally = useAnswer((stop) => get<MemoryTallies>("/api/memories/tally", {}, stop), []).value;
  const rows = usePagedRows<MemoryRow>(
    async (offset, limit) => {
      const { memories, total } = await get<MemoryPage>("/api/memories", { ...filters, offset, limit });
      return { rows: memories, total };
    },
    filterNames.map((name) => filters[name]),
  );
  const show = (changes: Partial<MemoryFilters>) => go(["memories"], { ...filters, ...changes }, "replace");
  return (
    <div class="fill">
      <ViewHeader title="Memories" about="Lessons from earlier sessions, and how far each is trusted." />
      <Tabs label="Which memories" current={filters.state} tabs={tabsOf(tally, filters)} />
      <div class="filters-fields list-filters">
        <FilterSelect
          label="Project"
          value={filters.project}
          options={[
            { value: "", label: "Every project" },
            ...(tally?.projects ?? []).map(({ project, name }) => ({ value: project, label: name })),
          ]}
          onChange={(project) => show({ project })}
        />
        <FilterSelect
          label="Outcome"
          value={filters.outcome}
          options={outcomes}
          onChange={(outcome) => show({ outcome })}
        />
        <FilterText label="Tag" value={filters.tag} onChange={(tag) => show({ tag })} />
      </div>
      <SplitView
        list={
          <PagedList
            label="Memories"
            rows={rows}
            idOf={({ id }) => id}
            empty={<NoMemories filters={filters} />}
            row={(memory) => (
              <MemoryRowLink
                memory={memory}
                href={linkTo(["memories", memory.id], filters)}
                isChosen={memory.id === chosen}
                isLeaving={leaving.value.has(memory.id)}
              />
            )}
          />
        }
        chosen={chosen}
        hint={rows.total ? "Choose a memory to see where it comes from." : ""}
        detail={chosen ? <MemoryDetailPane key={chosen} id={chosen} filters={filters} /> : undefined}
        onClose={() => go(["memories"], filters)}
      />
    </div>
  );
}

const outcomes = [
  { value: "", label: "Any outcome" },
  { value: "success", label: "What worked" },
  { value: "failure", label: "What failed" },
];

const states = [
  { id: "candidate", title: "To review" },
  { id: "", title: "All" },
  { id: "verified", title: "Verified" },
  { id: "rejected", title: "Rejected" },
  { id: "superseded", title: "Replaced" },
];

function tabsOf(tally: MemoryTallies | undefined, filters: MemoryFilters) {
  const all = tally && Object.values(tally.states).reduce((sum, count) => sum + count, 0);
  return states.map(({ id, title }) => ({
    ...{ id, title, href: linkTo(["memories"], { ...filters, state: id }) },
    count: id === "" ? all : tally?.states[id],
  }));
}
