import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useKeys } from "../app/use-keys.js";
import "../styles/split.css";
import { Icon } from "./icon.js";

interface Props {
  readonly list: ComponentChildren;
  /** What was chosen; undefined when nothing is. */
  readonly detail: ComponentChildren | undefined;
  /** Names what is chosen, so that the reader starts at its top when another one is. */
  readonly chosen: string;
  /** What stands there while nothing is chosen: a word on what to do, or a picture of the whole. */
  readonly hint: ComponentChildren;
  /** Back to the list. */
  onClose(): void;
}

/** A list and what was chosen from it: side by side on a desk, one after the other on a phone. Esc goes back. */
export function SplitView({ list, detail, chosen, hint, onClose }: Props) {
  const pane = useRef<HTMLElement>(null);
  const isOpen = detail !== undefined;
  useKeys(isOpen ? { Escape: onClose } : {});
  useLayoutEffect(() => {
    if (pane.current) pane.current.scrollTop = 0;
  }, [chosen]);
  useFocusBetween(pane, isOpen);
  const aside = typeof hint === "string" ? <p class="split-hint">{hint}</p> : hint;
  return (
    <div class={isOpen ? "split open" : typeof hint === "string" ? "split" : "split with-aside"}>
      <div class="split-list">{list}</div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section ref={pane} class="split-detail" aria-label="Chosen" tabIndex={0}>
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

/** On a phone the list is hidden behind what was chosen: the focus goes there with the eye, and back to its row. */
function useFocusBetween(pane: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const row = useRef<HTMLElement | undefined>(undefined);
  useLayoutEffect(() => {
    const focused = document.activeElement as HTMLElement;
    if (!isOpen && focused === document.body) row.current?.focus();
    if (!isOpen || pane.current?.contains(focused)) return;
    row.current = focused;
    if (!focused.checkVisibility()) pane.current?.focus();
  }, [isOpen]);
}
