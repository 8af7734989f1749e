import type { MemoryPage, MemoryRow, MemoryTallies } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { memoryLink } from "../../app/links.js";
import { go, linkTo } from "../../app/router.js";
import type { ViewProps } from "../../app/views.js";
import { FilterSelect, FilterText } from "../../components/field.js";
import { PagedList } from "../../components/paged-list.js";
import { SplitView } from "../../components/split-view.js";
import { Tabs } from "../../components/tabs.js";
import { useFirstSelected } from "../../components/use-first-selected.js";
import { usePagedRows } from "../../components/use-paged-rows.js";
import { ViewHeader } from "../../components/view-header.js";
import { MemoryDetailPane } from "./memory-detail.js";
import { filterNames, type MemoryFilters, readFilters } from "./memory-filters.js";
import { MemoryRowLink } from "./memory-row.js";
import { NoMemories } from "./no-memories.js";

export function MemoriesView({ route }: ViewProps) {
  const selected = route.parts[1] ?? "";
  const filters = readFilters(route.query);
  const tally = useAnswer((stop) => get<MemoryTallies>("/api/memories/tally", {}, stop), []).value;
  const rows = usePagedRows<MemoryRow>(
    async (offset, limit) => {
      const { memories, total } = await get<MemoryPage>("/api/memories", { ...filters, offset, limit });
      return { rows: memories, total };
    },
    filterNames.map((name) => filters[name]),
  );
  const show = (changes: Partial<MemoryFilters>) => go(["memories"], { ...filters, ...changes }, "replace");
  const first = rows.row(0)?.id;
  useFirstSelected(selected !== "", first && memoryLink(first, filters));
  /** In the review queue, an action on one memory opens the next. */
  const openNext = (id: string) => {
    if (filters.state !== "candidate") return;
    const index = rows.findIndex((row) => row.id === id);
    const next = rows.row(index + 1) ?? rows.row(index - 1);
    go(next ? ["memories", next.id] : ["memories"], filters, "replace");
    focusRow(next?.id);
  };
  return (
    <div class="fill">
      <ViewHeader title="Memories" about="Lessons from earlier sessions, each with its confidence." />
      <Tabs label="Which memories" current={filters.state} tabs={tabsOf(tally, filters)} />
      <div class="filters-fields list-filters">
        <FilterSelect
          label="Project"
          value={filters.project}
          options={[
            { value: "", label: "All projects" },
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
                href={memoryLink(memory.id, filters)}
                isSelected={memory.id === selected}
              />
            )}
          />
        }
        selected={selected}
        hint={rows.total !== 0 ? "Select a memory to see its evidence and history." : ""}
        detail={
          selected ? (
            <MemoryDetailPane key={selected} id={selected} filters={filters} onDone={() => openNext(selected)} />
          ) : undefined
        }
        onClose={() => go(["memories"], filters)}
      />
    </div>
  );
}

/** Keeps the focus on the row that is shown. */
const focusRow = (id: string | undefined): void =>
  document.querySelector<HTMLElement>(`a[data-row][href*="${CSS.escape(id ?? "")}"]`)?.focus({ preventScroll: true });

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
  { id: "superseded", title: "Superseded" },
  { id: "heard", title: "Heard" },
];

function tabsOf(tally: MemoryTallies | undefined, filters: MemoryFilters) {
  const total = tally && Object.values(tally.states).reduce((sum, count) => sum + count, 0);
  // Only earlier versions copied sentences: most people have none.
  const shown = states.filter(({ id }) => id !== "heard" || (tally?.states.heard ?? 0) > 0 || filters.state === id);
  return shown.map(({ id, title }) => ({
    id,
    title,
    href: linkTo(["memories"], { ...filters, state: id }),
    count: id === "" ? total : tally?.states[id],
  }));
}
