import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const storageKey = "throughline.theme";
const isTheme = (value: unknown): value is Theme => value === "light" || value === "dark" || value === "system";

export const theme = signal<Theme>(readTheme());

/** Sets the theme on the document for the styles, and stores it. */
export function applyTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    try {
      localStorage.setItem(storageKey, theme.value);
    } catch {}
  });
}

/** Without access to storage, the system's theme is used. */
function readTheme(): Theme {
  try {
    const value = localStorage.getItem(storageKey);
    return isTheme(value) ? value : "system";
  } catch {
    return "system";
  }
}
