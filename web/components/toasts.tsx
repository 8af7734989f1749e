import { signal } from "@preact/signals";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "failure";
  /** How long it is shown. */
  readonly ms: number;
  undo?(): void;
  /** Called when its time is over. */
  end?(): void;
}

const toasts = signal<readonly Toast[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let count = 0;
let isHeld = false;

/** How long a person has to take something back. */
const undoMs = 7000;
const noticeMs = 5000;

function show(toast: Omit<Toast, "id">): number {
  const shown = { ...toast, id: ++count };
  toasts.value = [...toasts.value, shown];
  if (!isHeld) start(shown);
  return shown.id;
}

function start({ id, ms, end }: Toast): void {
  clearTimeout(timers.get(id));
  const whenOver = () => {
    drop(id);
    end?.();
  };
  timers.set(id, setTimeout(whenOver, ms));
}

function drop(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  toasts.value = toasts.value.filter((one) => one.id !== id);
  // What is gone is left without a word: neither the pointer nor the focus says so.
  release();
}

/** Whoever points at a toast, or has the focus in one, is not hurried: their time begins anew afterwards. */
function hold(): void {
  isHeld = true;
  for (const timer of timers.values()) clearTimeout(timer);
}

function release(): void {
  if (!isHeld) return;
  isHeld = false;
  toasts.value.forEach(start);
}

export const notify = (text: string, tone: Toast["tone"] = "plain"): void => void show({ text, tone, ms: noticeMs });

const notifyFailure = (error: Error) => notify(error.message, "failure");

/** Tells what was done, and offers to take it back by doing the opposite. */
export function notifyUndoable(text: string, takeBack: () => Promise<unknown>): void {
  const undo = () => {
    drop(id);
    takeBack().catch(notifyFailure);
  };
  const id = show({ text, tone: "plain", ms: undoMs, undo });
}

interface Destructive {
  /** What will have happened: "Session forgotten". */
  readonly text: string;
  /** Does it; called when the time to take it back is over, or when the page goes. */
  act(): Promise<unknown>;
  /** Shows again what was hidden. */
  restore?(): void;
}

/** Nothing is destroyed until the person had time to take it back: hide it first, then call this. */
export function offerUndo({ text, act, restore }: Destructive): void {
  const run = () => {
    removeEventListener("pagehide", run);
    drop(id);
    act().catch((error: Error) => {
      restore?.();
      notifyFailure(error);
    });
  };
  const undo = () => {
    removeEventListener("pagehide", run);
    drop(id);
    restore?.();
  };
  addEventListener("pagehide", run);
  const id = show({ text, tone: "plain", ms: undoMs, undo, end: run });
}

/** Takes back what was done last, as long as there is time. */
export const undoLast = (): void => toasts.value.findLast(({ undo }) => undo)?.undo?.();

export const Toasts = () => (
  <div
    class="toasts"
    role="status"
    aria-live="polite"
    onPointerEnter={hold}
    onPointerLeave={release}
    onFocusIn={hold}
    onFocusOut={release}
  >
    {toasts.value.map(({ id, text, tone, undo }) => (
      <div key={id} class={tone === "failure" ? "toast failed" : "toast"}>
        <span>{text}</span>
        {undo && (
          <button type="button" class="button" title="Key: u" onClick={undo}>
            Undo
          </button>
        )}
      </div>
    ))}
  </div>
);
