import { signal } from "@preact/signals";
import { InlineText } from "./inline-text.js";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "failure";
  /** How long it is shown. */
  readonly durationMs: number;
  undo?(): void;
  /** Called when its time is over. */
  onEnd?(): void;
}

const toasts = signal<readonly Toast[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let count = 0;
let isHeld = false;

/** How long an action can be undone. */
const undoMs = 7000;
const noticeMs = 5000;

function show(toast: Omit<Toast, "id">): number {
  const added = { ...toast, id: ++count };
  toasts.value = [...toasts.value, added];
  if (!isHeld) start(added);
  return added.id;
}

function start({ id, durationMs, onEnd }: Toast): void {
  clearTimeout(timers.get(id));
  const whenOver = () => {
    drop(id);
    onEnd?.();
  };
  timers.set(id, setTimeout(whenOver, durationMs));
}

function drop(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
  // A removed element fires neither pointerleave nor focusout.
  release();
}

/** Pauses the timers while a toast has the pointer or the focus; they restart afterwards. */
function hold(): void {
  isHeld = true;
  for (const timer of timers.values()) clearTimeout(timer);
}

function release(): void {
  if (!isHeld) return;
  isHeld = false;
  toasts.value.forEach(start);
}

export const notify = (text: string, tone: Toast["tone"] = "plain"): void =>
  void show({ text, tone, durationMs: noticeMs });

const notifyFailure = (error: Error) => notify(error.message, "failure");

/** Reports a finished action and offers to undo it with the opposite action. */
export function notifyUndoable(text: string, undoAction: () => Promise<unknown>): void {
  const undo = () => {
    drop(id);
    undoAction().catch(notifyFailure);
  };
  const id = show({ text, tone: "plain", durationMs: undoMs, undo });
}

interface DeferredAction {
  /** What happens when the time is over: "Forgetting the session". */
  readonly text: string;
  /** What happened, shown after it did: "Session forgotten". */
  readonly done: string;
  /** Carries it out, when the time to undo is over or the page is closed. */
  act(): Promise<unknown>;
  /** Shows the hidden items again. */
  restore?(): void;
}

/** Delays an irreversible action so that it can be undone. Hide what it removes first. */
export function offerUndo({ text, done, act, restore }: DeferredAction): void {
  const run = () => {
    removeEventListener("pagehide", run);
    drop(id);
    act().then(
      () => notify(done),
      (error: Error) => {
        restore?.();
        notifyFailure(error);
      },
    );
  };
  const undo = () => {
    removeEventListener("pagehide", run);
    drop(id);
    restore?.();
  };
  addEventListener("pagehide", run);
  const id = show({ text, tone: "plain", durationMs: undoMs, undo, onEnd: run });
}

/** Undoes the last action while its toast is shown. */
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
        <span>
          <InlineText text={text} />
        </span>
        {undo && (
          <button type="button" class="button" title="Key: u" onClick={undo}>
            Undo
          </button>
        )}
      </div>
    ))}
  </div>
);
