import type { Screen } from "../../engine/screen.js";
import { pickFrame } from "./pick-lines.js";
import {
  isProvisional,
  onAnswer,
  onKey,
  onResize,
  type PickAnswer,
  type PickEnd,
  type PickState,
  startPick,
} from "./pick-state.js";

interface Deps {
  readonly query: string;
  readonly signal: AbortSignal;
  /** Searches, waiting up to `waitMs` for the model. */
  ask(query: string, waitMs: number): Promise<PickAnswer>;
  /** Indexes new content; the query runs again afterwards. */
  prepare(): Promise<void>;
}

/** Debounce: no search for every letter of a word. */
const debounceMs = 60;
/** A loaded model answers within this; otherwise keyword results are shown while it loads. */
const shortWaitMs = 150;
const longWaitMs = 10_000;

/** Runs the picker until the person selects a hit or quits; the screen is always restored. */
export async function runPick(screen: Screen, deps: Deps): Promise<PickEnd> {
  try {
    return await new Promise((done, fail) => runDialog(screen, deps, done, fail));
  } finally {
    screen.close();
  }
}

function runDialog(
  screen: Screen,
  { query, signal, ask, prepare }: Deps,
  done: (end: PickEnd) => void,
  fail: (error: unknown) => void,
): void {
  let state = startPick(query, screen.size());
  let timer: NodeJS.Timeout | undefined;

  const show = (next: PickState) => {
    const isAsked = next.asked !== state.asked;
    state = next;
    if (state.end) {
      clearTimeout(timer);
      done(state.end);
      return;
    }
    const { lines, cursor } = pickFrame(state, screen.paint);
    screen.draw(lines, cursor);
    if (isAsked) askSoon();
  };
  const askSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void askNow().catch(fail), debounceMs);
  };
  const askNow = async () => {
    const { asked, query } = state;
    if (query.trim() === "") return;
    const quick = await ask(query, shortWaitMs);
    if (!state.end) show(onAnswer(state, asked, quick));
    if (!isProvisional(quick) || asked !== state.asked || state.end) return;
    const full = await ask(query, longWaitMs);
    if (!state.end) show(onAnswer(state, asked, isProvisional(full) ? { ...full, meaning: "off" } : full));
  };

  screen.onKey((key) => show(onKey(state, key)));
  screen.onResize(() => show(onResize(state, screen.size())));
  const stop = () => show(onKey(state, { kind: "interrupt" }));
  signal.addEventListener("abort", stop, { once: true });
  show(state);
  if (signal.aborted) stop();
  if (query !== "") askSoon();
  void prepare()
    .then(() => (state.end ? undefined : askSoon()))
    .catch(fail);
}
