import { useLayoutEffect } from "preact/hooks";
import { isTyping } from "./keys.js";

/** Keys that act on what is shown, while it is shown. They rest while somebody types or a dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  // Before what the keys are about is painted: whoever sees it may press one.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const act = keys[event.key];
      if (!act || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}
