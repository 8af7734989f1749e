import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const kept = "throughline.theme";
const isTheme = (value: unknown): value is Theme => value === "light" || value === "dark" || value === "system";

export const theme = signal<Theme>(readTheme());

/** Puts the choice on the document, where the styles look for it, and remembers it. */
export function followTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    try {
      localStorage.setItem(kept, theme.value);
    } catch {}
  });
}

/** Storage may be closed to the page; then the system decides. */
function readTheme(): Theme {
  try {
    const value = localStorage.getItem(kept);
    return isTheme(value) ? value : "system";
  } catch {
    return "system";
  }
}
