import { signal } from "@preact/signals";
import { undoLast } from "../components/toasts.js";
import { go } from "./router.js";
import { linkToView, listViews } from "./views.js";

export const isHelpOpen = signal(false);
/** Whether the search overlay is open. */
export const isSearchOpen = signal(false);

/** What `j` and `k` do in the visible list. */
export interface ListKeys {
  /** One row down (1) or up (-1). */
  move(by: 1 | -1): void;
}

const lists: ListKeys[] = [];

/** Registers the handler of `j` and `k`; returns the function that removes it. */
export function registerListKeys(keys: ListKeys): () => void {
  lists.push(keys);
  return () => void lists.splice(lists.indexOf(keys), 1);
}

/** How long `g` waits for the letter after it. */
const sequenceMs = 1200;

export function listenForKeys(): void {
  let lastG = Number.NEGATIVE_INFINITY;
  addEventListener("keydown", (event) => {
    if (isSearchKey(event)) {
      event.preventDefault();
      isSearchOpen.value = !isSearchOpen.value;
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return leaveField(event);
    if (isTyping(event.target)) return;
    const isAfterG = event.timeStamp - lastG < sequenceMs;
    lastG = event.key === "g" && !isAfterG ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const action = (isAfterG ? goTo(event.key) : undefined) ?? keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** ⌘K or Ctrl-K, also while typing. */
const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey && !shiftKey;

const keys: Readonly<Record<string, () => void>> = {
  "/": () => {
    if (location.hash.startsWith("#/search")) document.querySelector<HTMLInputElement>("#search-box")?.focus();
    else go(["search"]);
  },
  "?": () => {
    isHelpOpen.value = true;
  },
  j: () => lists.at(-1)?.move(1),
  k: () => lists.at(-1)?.move(-1),
  u: undoLast,
};

function goTo(key: string): (() => void) | undefined {
  const view = listViews().find((candidate) => candidate.key === key);
  return (
    view &&
    (() => {
      location.hash = linkToView(view);
    })
  );
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Leaves a field, so that the other keys work again. Dialogs close by themselves. */
function leaveField(event: KeyboardEvent): void {
  if (isTyping(event.target) && event.target instanceof HTMLElement) event.target.blur();
}
