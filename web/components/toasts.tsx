import { signal } from "@preact/signals";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "failure";
  undo?(): void;
}

const toasts = signal<readonly Toast[]>([]);
let count = 0;

const drop = (id: number) => {
  toasts.value = toasts.value.filter((one) => one.id !== id);
};

/** How long a person has to take something back. */
export const undoMs = 7000;
const noticeMs = 5000;

export function notify(text: string, tone: Toast["tone"] = "plain"): void {
  const id = ++count;
  toasts.value = [...toasts.value, { id, text, tone }];
  setTimeout(() => drop(id), noticeMs);
}

/** Tells what was done, and offers to take it back by doing the opposite. */
export function notifyUndoable(text: string, takeBack: () => Promise<unknown>): void {
  const id = ++count;
  const undo = () => {
    drop(id);
    takeBack().catch((error: Error) => notify(error.message, "failure"));
  };
  toasts.value = [...toasts.value, { id, text, tone: "plain", undo }];
  setTimeout(() => drop(id), undoMs);
}

interface Destructive {
  /** What will have happened: "Session forgotten". */
  readonly text: string;
  /** Does it; called when the time to take it back is over, or when the page goes. */
  act(): Promise<unknown>;
  /** Shows again what was hidden. */
  restore(): void;
}

/** Nothing is destroyed until the person had time to take it back: hide it first, then call this. */
export function offerUndo({ text, act, restore }: Destructive): void {
  const id = ++count;
  const settle = () => {
    clearTimeout(timer);
    removeEventListener("pagehide", run);
    drop(id);
  };
  const run = () => {
    settle();
    act().catch((error: Error) => {
      restore();
      notify(error.message, "failure");
    });
  };
  const undo = () => {
    settle();
    restore();
  };
  const timer = setTimeout(run, undoMs);
  addEventListener("pagehide", run);
  toasts.value = [...toasts.value, { id, text, tone: "plain", undo }];
}

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, tone, undo }) => (
      <div key={id} class={tone === "failure" ? "toast failed" : "toast"}>
        <span>{text}</span>
        {undo && (
          <button type="button" class="button" onClick={undo}>
            Undo
          </button>
        )}
      </div>
    ))}
  </div>
);
