import { useLayoutEffect } from "preact/hooks";
import { isTyping } from "./keys.js";

/** Shortcuts of the component that is shown. They are off while typing or while a dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  // Before the component is painted, so that its keys work as soon as it is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const action = keys[event.key];
      if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}
