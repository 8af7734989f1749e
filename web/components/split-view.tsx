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
  /** What stands there while nothing is chosen: a word on what to do, a picture of the whole, or "" if there is no choice. */
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
    <div class={lookOf(isOpen, hint)}>
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

function lookOf(isOpen: boolean, hint: ComponentChildren): string {
  if (isOpen) return "split open";
  if (hint === "") return "split alone";
  return typeof hint === "string" ? "split" : "split with-aside";
}

/** On a phone the list is hidden behind what was chosen: the focus goes there with the eye, and back to its row. */
function useFocusBetween(pane: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const row = useRef<Element | null>(null);
  // Asked for while rendering: what is hidden then loses the focus.
  const focused = document.activeElement;
  useLayoutEffect(() => {
    const list = pane.current?.previousElementSibling;
    if (isOpen && list?.contains(focused)) row.current = focused;
    if (isOpen && row.current && !list?.checkVisibility()) pane.current?.focus();
    if (!isOpen && document.activeElement === document.body) (row.current as HTMLElement | null)?.focus();
  }, [isOpen]);
}
