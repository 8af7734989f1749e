import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { replaceFragment } from "../app/router.js";
import { useKeys } from "../app/use-keys.js";
import "../styles/split.css";
import { Icon } from "./icon.js";

interface Props {
  readonly list: ComponentChildren;
  /** The selected item; undefined when none is. */
  readonly detail: ComponentChildren | undefined;
  /** Identifies the selected item; the detail pane scrolls to its top when this changes. */
  readonly selected: string;
  /** Shown while nothing is selected: a sentence, an overview, or "" if there is nothing to select. */
  readonly hint: ComponentChildren;
  /** Back to the list. */
  onClose(): void;
}

/** A list and its selected item: side by side on a desktop, one after the other on a phone. Esc closes the item. */
export function SplitView({ list, detail, selected, hint, onClose }: Props) {
  const pane = useRef<HTMLElement>(null);
  const isOpen = detail !== undefined;
  useKeys(isOpen ? { Escape: onClose } : {});
  useLayoutEffect(() => {
    if (pane.current) pane.current.scrollTop = 0;
  }, [selected]);
  useFocusBetween(pane, isOpen);
  const aside = typeof hint === "string" ? <p class="split-hint">{hint}</p> : hint;
  return (
    <div class={classOf(isOpen, hint)}>
      <div class="split-list" onFocusIn={(event) => selectFocused(event.target, pane.current)}>
        {list}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section ref={pane} class="split-detail" aria-label="Selected item" tabIndex={0}>
        {isOpen ? (
          <>
            <button type="button" class="button split-back" onClick={onClose}>
              <Icon name="chevron" /> Back to the list
            </button>
            {detail}
          </>
        ) : (
          aside
        )}
      </section>
    </div>
  );
}

/** The focused row is the selected one, so that keys act on what is shown. On a phone the row is opened with Enter. */
function selectFocused(target: EventTarget | null, pane: HTMLElement | null): void {
  const href = target instanceof Element && target.matches("a[data-row]:focus-visible") && target.getAttribute("href");
  if (href && pane?.checkVisibility()) replaceFragment(href);
}

function classOf(isOpen: boolean, hint: ComponentChildren): string {
  if (isOpen) return "split open";
  if (hint === "") return "split alone";
  return typeof hint === "string" ? "split" : "split with-aside";
}

/** On a phone the selected item hides the list: the focus moves to it, and back to its row. */
function useFocusBetween(pane: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const row = useRef<Element | null>(null);
  // Read while rendering, because hidden elements lose the focus.
  const focused = document.activeElement;
  useLayoutEffect(() => {
    const list = pane.current?.previousElementSibling;
    if (isOpen && list?.contains(focused)) row.current = focused;
    if (isOpen && row.current && !list?.checkVisibility()) pane.current?.focus();
    if (!isOpen && document.activeElement === document.body) (row.current as HTMLElement | null)?.focus();
  }, [isOpen]);
}
