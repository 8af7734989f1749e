import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { takeListKeys } from "../../app/keys.js";
import { filtersOf } from "../../app/use-filters.js";
import type { ViewProps } from "../../app/views.js";
import { Empty } from "../../components/empty.js";
import { FilterSelect } from "../../components/field.js";
import { FilterBar } from "../../components/filter-bar.js";
import { Icon } from "../../components/icon.js";
import { counted } from "../../components/numbers.js";
import { Problem } from "../../components/problem.js";
import { SessionFilters, sessionFilterNames } from "../../components/session-filters.js";
import { useKeptFocus } from "../../components/use-kept-focus.js";
import { Hit } from "./hit.js";
import { kindOptions } from "./kinds.js";
import { useLiveSearch } from "./use-live-search.js";

const names = ["kinds", ...sessionFilterNames];

/** One box over everything. */
export function SearchView({ place }: ViewProps) {
  const filters = filtersOf(place, names);
  const [isExplained, setExplained] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const text = filters.get("q");
  const search = useLiveSearch({
    ...Object.fromEntries(names.map((name) => [name, filters.get(name)])),
    // A space at the end says that the last word is finished.
    ...{ q: text.trim() && text.trimStart(), limit: 20, explain: isExplained ? 1 : undefined },
  });
  useKeptFocus(list);
  // Before it is painted: whoever sees the box may type.
  useLayoutEffect(() => box.current?.focus(), []);
  useLayoutEffect(() => takeListKeys({ move: (by) => moveFocus(list.current, by) }), []);
  return (
    <>
      <header class="search-head">
        <h1 class="visually-hidden">Search</h1>
        <label class="search-box">
          <span class="search-icon">
            <Icon name="search" size={20} />
          </span>
          <span class="visually-hidden">Search everything</span>
          <input
            ref={box}
            id="search-box"
            type="search"
            autocomplete="off"
            spellcheck={false}
            placeholder="Search everything: words, names, “quoted wordings”, -without, a pasted error"
            value={text}
            onInput={(event) => filters.set("q", event.currentTarget.value)}
            onKeyDown={(event) => event.key === "ArrowDown" && moveFocus(list.current, 1)}
          />
        </label>
        <FilterBar label="Filters" filters={filters}>
          <FilterSelect
            label="Kind"
            value={filters.get("kinds")}
            options={kindOptions}
            onChange={(value) => filters.set("kinds", value)}
          />
          <SessionFilters filters={filters} aboutFile="File, such as src/**" />
          <label class="explain-toggle row">
            <input
              type="checkbox"
              checked={isExplained}
              onChange={(event) => setExplained(event.currentTarget.checked)}
            />
            Explain
          </label>
        </FilterBar>
      </header>
      <div class="view-body">
        {search.error && <Problem error={search.error} />}
        {text.trim() === "" && <SearchHelp />}
        {text.trim() !== "" && search.results && (
          <>
            <p class="meta search-count" role="status" data-answered={search.answered}>
              {search.results.hits.length === 0
                ? `Nothing relevant in ${counted(search.results.searched, "document")}.`
                : `${counted(search.results.found, "result")} in ${counted(search.results.searched, "document")}. `}
              {search.results.notice}
            </p>
            <ol class="hits" ref={list} aria-busy={!search.isCurrent}>
              {search.results.hits.map((hit) => (
                <li key={hit.id}>
                  <Hit hit={hit} />
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </>
  );
}

/** To the next or the previous hit. */
function moveFocus(list: HTMLOListElement | null, by: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>(".hit-title") ?? [])];
  const at = links.indexOf(document.activeElement as HTMLElement);
  links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
}

const SearchHelp = () => (
  <Empty title="One box over everything" icon="search">
    <p>Sessions, memories, fixes, knowledge, conventions, decisions, skills and code, as you type.</p>
    <ul class="search-tips">
      <li>
        <code>"connection pool"</code> the exact wording
      </li>
      <li>
        <code>-docker</code> without a word
      </li>
      <li>
        <code>retr*</code> the beginning of a word
      </li>
      <li>
        <code>checkout last week</code> a time in words
      </li>
    </ul>
  </Empty>
);
