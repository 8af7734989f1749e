import { useLayoutEffect, useRef } from "preact/hooks";
import { groupHits } from "../../../src/base/text/group-hits.js";
import { registerListKeys } from "../../app/keys.js";
import { service } from "../../app/team.js";
import { readUrlFilters } from "../../app/url-filters.js";
import type { ViewProps } from "../../app/views.js";
import { welcome } from "../../app/welcome.js";
import { Empty } from "../../components/empty.js";
import { FilterSelect } from "../../components/field.js";
import { FilterBar } from "../../components/filter-bar.js";
import { Icon } from "../../components/icon.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount } from "../../components/numbers.js";
import { Problem } from "../../components/problem.js";
import { SessionFilters, sessionFilterNames } from "../../components/session-filters.js";
import { useStableFocus } from "../../components/use-stable-focus.js";
import { Hit } from "./hit.js";
import { kindOptions, searchPlaceholder } from "./kinds.js";
import { parseTypedFilters } from "./typed-filters.js";
import { useLiveSearch } from "./use-live-search.js";

const names = ["kinds", ...sessionFilterNames];
const pageSize = 20;
const maxResults = 100;

/** Full-text and semantic search over everything. */
export function SearchView({ route }: ViewProps) {
  const filters = readUrlFilters(route, names);
  const isExplained = filters.get("explain") === "1";
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const text = filters.get("q");
  const typed = parseTypedFilters(text, welcome.value?.projects);
  const limit = Math.min(maxResults, Number(filters.get("limit")) || pageSize);
  const search = useLiveSearch({
    ...Object.fromEntries(names.map((name) => [name, filters.get(name)])),
    ...typed.filters,
    // A trailing space means that the last word is complete.
    q: typed.text.trim() && typed.text,
    limit,
    explain: isExplained ? 1 : undefined,
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
            placeholder={searchPlaceholder}
            value={text}
            onInput={(event) => filters.setAll({ q: event.currentTarget.value, limit: "" })}
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
          <SessionFilters filters={filters} aboutFile="File or src/**" />
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
                ? `No relevant result in ${formatCount(search.results.searched, "document")}.`
                : `${formatCount(search.results.found, "result")} in ${formatCount(search.results.searched, "document")}. `}
              <InlineText text={search.results.notice ?? ""} />
            </p>
            <ol class="hits" ref={list} aria-busy={!search.isCurrent}>
              {groupHits(search.results.hits).map(({ hit, others }) => (
                <li key={hit.id}>
                  <Hit hit={hit} others={others} query={typed.text} />
                </li>
              ))}
            </ol>
            {search.results.found > limit && limit < maxResults && (
              <button type="button" class="button" onClick={() => filters.set("limit", String(limit + pageSize))}>
                Load more
              </button>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** Moves the focus to the next or previous hit. */
function moveFocus(list: HTMLOListElement | null, by: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>(".hit-title") ?? [])];
  const focusedIndex = links.indexOf(document.activeElement as HTMLElement);
  links[Math.min(links.length - 1, Math.max(0, focusedIndex + by))]?.focus();
}

const SearchHelp = () => (
  <Empty title="Search everything" icon="search">
    <p>
      {service
        ? "Memories and fixes of your team, as you type."
        : "Sessions, memories, fixes, knowledge, conventions, decisions, skills and code, as you type."}
    </p>
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
      <li>
        <code>{service ? "kind:fix project:shop" : "kind:memory agent:codex file:pay.ts"}</code> filters, typed
      </li>
    </ul>
  </Empty>
);
