import { useLayoutEffect, useRef } from "preact/hooks";
import { registerListKeys } from "../../app/keys.js";
import { readUrlFilters } from "../../app/url-filters.js";
import type { ViewProps } from "../../app/views.js";
import { Empty } from "../../components/empty.js";
import { FilterSelect } from "../../components/field.js";
import { FilterBar } from "../../components/filter-bar.js";
import { Icon } from "../../components/icon.js";
import { InlineText } from "../../components/inline-text.js";
import { counted } from "../../components/numbers.js";
import { Problem } from "../../components/problem.js";
import { SessionFilters, sessionFilterNames } from "../../components/session-filters.js";
import { useStableFocus } from "../../components/use-stable-focus.js";
import { Hit } from "./hit.js";
import { kindOptions } from "./kinds.js";
import { useLiveSearch } from "./use-live-search.js";

const names = ["kinds", ...sessionFilterNames];

/** Full-text and semantic search over everything. */
export function SearchView({ route }: ViewProps) {
  const filters = readUrlFilters(route, names);
  const isExplained = filters.get("explain") === "1";
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const text = filters.get("q");
  const search = useLiveSearch({
    ...Object.fromEntries(names.map((name) => [name, filters.get(name)])),
    // A trailing space means that the last word is complete.
    ...{ q: text.trim() && text.trimStart(), limit: 20, explain: isExplained ? 1 : undefined },
  });
  useStableFocus(list);
  // Before the first paint, so that typing works at once.
  useLayoutEffect(() => box.current?.focus(), []);
  useLayoutEffect(() => registerListKeys({ move: (by) => moveFocus(list.current, by) }), []);
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
            placeholder="Search everything: words, “exact phrases”, -excluded words, pasted errors"
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
              onChange={(event) => filters.set("explain", event.currentTarget.checked ? "1" : "")}
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
                ? `No relevant result in ${counted(search.results.searched, "document")}.`
                : `${counted(search.results.found, "result")} in ${counted(search.results.searched, "document")}. `}
              <InlineText text={search.results.notice ?? ""} />
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

/** Moves the focus to the next or previous hit. */
function moveFocus(list: HTMLOListElement | null, by: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>(".hit-title") ?? [])];
  const at = links.indexOf(document.activeElement as HTMLElement);
  links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
}

const SearchHelp = () => (
  <Empty title="Search everything" icon="search">
    <p>Sessions, memories, fixes, knowledge, conventions, decisions, skills and code, as you type.</p>
    <ul class="search-tips">
      <li>
        <code>"connection pool"</code> an exact phrase
      </li>
      <li>
        <code>-docker</code> exclude a word
      </li>
      <li>
        <code>retr*</code> words that start with retr
      </li>
      <li>
        <code>checkout last week</code> a period of time
      </li>
    </ul>
  </Empty>
);
