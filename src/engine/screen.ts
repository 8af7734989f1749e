import type { Paint } from "../base/paint.js";

/** What a person did at the keyboard. */
export type Key = { readonly kind: "text"; readonly text: string } | { readonly kind: KeyName };

export type KeyName =
  | "enter"
  | "escape"
  | "interrupt"
  | "up"
  | "down"
  | "pageUp"
  | "pageDown"
  | "home"
  | "end"
  | "backspace"
  | "deleteWord"
  | "deleteLine";

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** The full-screen terminal, in use until it is closed. */
export interface Screen {
  readonly paint: Paint;
  size(): ScreenSize;
  /** Shows lines from the top, and the cursor behind so many cells of the first. */
  draw(lines: readonly string[], cursor: number): void;
  onKey(heard: (key: Key) => void): void;
  onResize(changed: () => void): void;
  /** Restores the terminal. */
  close(): void;
}
