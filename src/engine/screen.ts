import type { Paint } from "../base/paint.js";

/** A key press or pasted text. */
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
  /** Shows lines from the top, with the cursor in column `cursor` of the first line. */
  draw(lines: readonly string[], cursor: number): void;
  onKey(listener: (key: Key) => void): void;
  onResize(listener: () => void): void;
  /** Restores the terminal. */
  close(): void;
}
