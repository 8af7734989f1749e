import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { groupHits, type HitGroup } from "../../../src/base/text/group-hits.js";
import type { SearchHitRow } from "../../../src/surface/http/api-types.js";
import { isSearchOpen } from "../../app/keys.js";
import { documentLink } from "../../app/links.js";
import { linkTo } from "../../app/router.js";
import { linkToView, listViews } from "../../app/views.js";
import { welcome } from "../../app/welcome.js";
import { Icon } from "../../components/icon.js";
import { formatCount } from "../../components/numbers.js";
import { searchPlaceholder } from "./kinds.js";
import { OverlayOption } from "./overlay-option.js";
import { OverlayPreview } from "./overlay-preview.js";
import { recentSearches, rememberSearch } from "./recent-searches.js";
import { parseTypedFilters } from "./typed-filters.js";
import { useLiveSearch } from "./use-live-search.js";
import "../../styles/overlay.css";

/** What the list offers: a search result, a view, or an earlier query. */
export type Choice =
  | { readonly kind: "hit"; readonly group: HitGroup<SearchHitRow>; readonly href: string | undefined }
  | { readonly kind: "view"; readonly title: string; readonly href: string }
  | { readonly kind: "recent"; readonly query: string };

const pageSize = 20;
const maxResults = 100;

/** Search from anywhere: results as one types, a preview of the selected one, and views by name. */
export function SearchOverlay() {
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useSignal("");
  const active = useSignal(0);
  const limit = useSignal(pageSize);
  const { text: query, filters } = parseTypedFilters(text.value, welcome.value?.projects);
  const search = useLiveSearch({ ...filters, q: query.trim() && query, limit: limit.value, explain: 1, preview: 1 });
  const choices = choicesFor(text.value, query.trim() === "" ? [] : groupHits(search.results?.hits ?? []));
  const selected = choices[Math.min(active.value, choices.length - 1)];
  const close = () => {
    isSearchOpen.value = false;
  };
  const open = (choice: Choice | undefined) => {
    if (!choice) return;
    if (choice.kind === "recent") {
      text.value = choice.query;
      return;
    }
    if (choice.kind === "hit") rememberSearch(text.value);
    if (choice.href) location.hash = choice.href;
    close();
  };
  const showAll = () => {
    rememberSearch(text.value);
    location.hash = linkTo(["search"], { q: text.value });
    close();
  };
  const move = (by: number) => {
    active.value = Math.max(0, Math.min(choices.length - 1, active.value + by));
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => open(selected),
  };
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    active.value = 0;
    limit.value = pageSize;
  }, [text.value]);
  useEffect(
    () => document.getElementById(optionId(active.value))?.scrollIntoView({ block: "nearest" }),
    [active.value],
  );
  const total = search.results?.found ?? 0;
  return (
    <dialog
      ref={dialog}
      class="overlay"
      aria-label="Search everything"
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <label class="overlay-box">
        <Icon name="search" size={20} />
        <span class="visually-hidden">Search everything</span>
        <input
          type="text"
          // biome-ignore lint/a11y/noRedundantRoles: only an input with a datalist is a combobox by itself.
          role="combobox"
          list={undefined}
          aria-expanded="true"
          aria-controls="overlay-list"
          aria-activedescendant={choices.length > 0 ? optionId(active.value) : undefined}
          autocomplete="off"
          spellcheck={false}
          placeholder={searchPlaceholder}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            const isAll = event.key === "Enter" && (event.metaKey || event.ctrlKey);
            const action = isAll ? showAll : keys[event.key];
            if (!action) return;
            event.preventDefault();
            action();
          }}
        />
      </label>
      <div class="overlay-body">
        <div class="overlay-results">
          <div
            id="overlay-list"
            role="listbox"
            aria-label="Results"
            aria-busy={!search.isCurrent && query.trim() !== ""}
          >
            {choices.map((choice, i) => (
              <OverlayOption
                key={keyOf(choice)}
                id={optionId(i)}
                choice={choice}
                isSelected={choice === selected}
                onPoint={() => {
                  active.value = i;
                }}
                onOpen={() => open(choice)}
              />
            ))}
          </div>
          {query.trim() !== "" && search.isCurrent && choices.length === 0 && (
            <p class="overlay-empty quiet">No relevant result. Try fewer words or remove a filter.</p>
          )}
          {search.results && total > limit.value && limit.value < maxResults && query.trim() !== "" && (
            <button
              type="button"
              class="button overlay-more"
              onClick={() => {
                limit.value = Math.min(maxResults, limit.value + pageSize);
              }}
            >
              Load more of {formatCount(total, "result")}
            </button>
          )}
        </div>
        <OverlayPreview choice={selected} query={query} />
      </div>
      <footer class="overlay-foot quiet">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> select
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <button type="button" class="link-button" onClick={showAll} disabled={text.value.trim() === ""}>
          All results
        </button>
        <span>
          <kbd>Esc</kbd> close
        </span>
      </footer>
    </dialog>
  );
}

const optionId = (index: number): string => `overlay-option-${index}`;

const keyOf = (choice: Choice): string => {
  if (choice.kind === "hit") return choice.group.hit.id;
  return choice.kind === "view" ? `view ${choice.title}` : `recent ${choice.query}`;
};

function choicesFor(text: string, groups: readonly HitGroup<SearchHitRow>[]): Choice[] {
  const typedText = text.trim().toLowerCase();
  if (typedText === "") return recentSearches.value.map((query) => ({ kind: "recent", query }));
  const matchingViews = listViews()
    .filter(({ title }) => title.toLowerCase().startsWith(typedText))
    .map((view): Choice => ({ kind: "view", title: view.title, href: linkToView(view) }));
  return [...matchingViews, ...groups.map((group): Choice => ({ kind: "hit", group, href: documentLink(group.hit) }))];
}
