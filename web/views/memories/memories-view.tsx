import type { MemoryPage, MemoryRow, MemoryTallies } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/ask.js";
import { useAnswer } from "../../api/use-answer.js";
import { go, linkTo } from "../../app/router.js";
import type { ViewProps } from "../../app/views.js";
import { FilterSelect, FilterText } from "../../components/field.js";
import { Problem } from "../../components/problem.js";
import { Skeleton } from "../../components/skeleton.js";
import { SplitView } from "../../components/split-view.js";
import { Tabs } from "../../components/tabs.js";
import { usePagedRows } from "../../components/use-paged-rows.js";
import { ViewHeader } from "../../components/view-header.js";
import { VirtualList } from "../../components/virtual-list.js";
import { leaving } from "./leave-for-good.js";
import { MemoryDetailPane } from "./memory-detail.js";
import { filterNames, type MemoryFilters, readFilters } from "./memory-filters.js";
import { MemoryRowLink } from "./memory-row.js";
import { NoMemories } from "./no-memories.js";

const rowHeight = 72;

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
  const row = (index: number) => {
    const memory = rows.row(index);
    if (!memory) return null;
    return (
      <MemoryRowLink
        memory={memory}
        href={linkTo(["memories", memory.id], filters)}
        isChosen={memory.id === chosen}
        isLeaving={leaving.value.has(memory.id)}
      />
    );
  };
  const list = () => {
    if (rows.error) return <Problem error={rows.error} onRetry={rows.reload} />;
    if (rows.total === undefined) return <Skeleton rows={8} />;
    if (rows.total === 0) return <NoMemories filters={filters} />;
    return (
      <VirtualList
        label="Memories"
        total={rows.total}
        rowHeight={rowHeight}
        rowId={(index) => rows.row(index)?.id}
        row={row}
        onShow={rows.show}
      />
    );
  };
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
        list={list()}
        chosen={chosen}
        hint="Choose a memory to see where it comes from."
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
