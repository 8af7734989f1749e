import { wrapToCells } from "../../base/text-cells.js";
import type { RecallAnswer, RecallHit } from "../../domain/recall/recall.js";
import type { Key, KeyName, ScreenSize } from "../../engine/screen.js";
import { documentText } from "./hit-text.js";

export interface PickAnswer extends RecallAnswer {
  /** Names of the hits' projects, by id. */
  readonly projectNames: Readonly<Record<string, string>>;
}

/** How the picker ended, and the selected hit. */
export type PickEnd =
  | { readonly how: "taken"; readonly hit: RecallHit; readonly answer: PickAnswer }
  | { readonly how: "left" | "interrupted" };

/** Separate from the list, which may change while the document is open. */
interface OpenDocument {
  readonly hit: RecallHit;
  readonly answer: PickAnswer;
  readonly lines: readonly string[];
  readonly top: number;
}

export interface PickState {
  readonly size: ScreenSize;
  readonly query: string;
  /** Number of the latest query; answers to earlier ones are dropped. */
  readonly asked: number;
  readonly isWaiting: boolean;
  readonly answer: PickAnswer | undefined;
  readonly chosen: number;
  /** Index of the first visible hit. */
  readonly top: number;
  /** The open document, wrapped to the screen. */
  readonly open: OpenDocument | undefined;
  readonly end: PickEnd | undefined;
}

/** Longer pasted text is cut. */
const maxQueryLength = 4000;
/** Query, status line and key help. */
const frameRows = 3;
const rowsPerHit = 2;

export const startPick = (query: string, size: ScreenSize): PickState => ({
  size,
  query,
  asked: 0,
  isWaiting: query !== "",
  answer: undefined,
  chosen: 0,
  top: 0,
  open: undefined,
  end: undefined,
});

/** The last column stays free: writing to it would wrap the line. */
export const widthOf = ({ columns }: ScreenSize): number => Math.max(10, columns - 1);
export const hitsShown = ({ rows }: ScreenSize): number => Math.max(1, Math.floor((rows - frameRows) / rowsPerHit));
export const linesShown = ({ rows }: ScreenSize): number => Math.max(1, rows - 1);

/** A better answer follows once the model is loaded. */
export const isProvisional = ({ meaning }: PickAnswer): boolean => meaning === "warming" || meaning === "rough";

const chosenHit = ({ answer, chosen }: PickState): RecallHit | undefined => answer?.hits[chosen];

export function onKey(state: PickState, key: Key): PickState {
  if (state.end) return state;
  if (key.kind === "interrupt") return { ...state, end: { how: "interrupted" } };
  return state.open ? inDocument(state, state.open, key) : inList(state, key);
}

/** Shows the latest query's answer and keeps the selected hit if it is still listed. */
export function onAnswer(state: PickState, asked: number, answer: PickAnswer): PickState {
  if (asked !== state.asked) return state;
  const id = state.chosen > 0 ? chosenHit(state)?.document.id : undefined;
  const again = id === undefined ? -1 : answer.hits.findIndex(({ document }) => document.id === id);
  return choose({ ...state, answer, isWaiting: isProvisional(answer) }, Math.max(0, again));
}

export function onResize(state: PickState, size: ScreenSize): PickState {
  const resized = choose({ ...state, size }, state.chosen);
  if (!state.open) return resized;
  const { hit, answer, lines, top } = state.open;
  return { ...resized, open: openDocument(hit, answer, size, top / Math.max(1, lines.length)) };
}

function inList(state: PickState, key: Key): PickState {
  if (key.kind === "text") return ask(state, (state.query + key.text).slice(0, maxQueryLength));
  const edited = edits[key.kind]?.(state.query);
  if (edited !== undefined) return ask(state, edited);
  if (key.kind === "escape") return { ...state, end: { how: "left" } };
  if (key.kind === "enter") return openChosen(state);
  return choose(state, movedBy(key.kind, state.chosen, hitsShown(state.size), state.answer?.hits.length ?? 0));
}

function inDocument(state: PickState, open: OpenDocument, key: Key): PickState {
  if (key.kind === "text") return state;
  if (key.kind === "escape") return { ...state, open: undefined };
  if (key.kind === "enter") return { ...state, end: { how: "taken", hit: open.hit, answer: open.answer } };
  const page = linesShown(state.size);
  return { ...state, open: { ...open, top: within(movedBy(key.kind, open.top, page), open.lines.length - page) } };
}

const lastGrapheme = /(?:\P{Mark}\p{Mark}*|\p{Mark}+)$/u;
const edits: Partial<Record<KeyName, (query: string) => string>> = {
  backspace: (query) => query.replace(lastGrapheme, ""),
  deleteWord: (query) => query.replace(/\S*\s*$/, ""),
  deleteLine: () => "",
};

function ask(state: PickState, query: string): PickState {
  if (query === state.query) return state;
  const isWaiting = query.trim() !== "";
  const answer = isWaiting ? state.answer : undefined;
  return { ...state, query, asked: state.asked + 1, isWaiting, chosen: 0, top: 0, answer };
}

function choose(state: PickState, to: number): PickState {
  const chosen = within(to, (state.answer?.hits.length ?? 0) - 1);
  const shown = hitsShown(state.size);
  return { ...state, chosen, top: Math.min(chosen, Math.max(state.top, chosen - shown + 1)) };
}

function openChosen(state: PickState): PickState {
  const hit = chosenHit(state);
  return hit && state.answer ? { ...state, open: openDocument(hit, state.answer, state.size, 0) } : state;
}

/** `share` is the relative scroll position to keep. */
function openDocument(hit: RecallHit, answer: PickAnswer, size: ScreenSize, share: number): OpenDocument {
  const lines = wrapToCells(documentText(hit), widthOf(size));
  return { hit, answer, lines, top: within(Math.round(share * lines.length), lines.length - linesShown(size)) };
}

function movedBy(key: KeyName, at: number, page: number, count = Number.MAX_SAFE_INTEGER): number {
  const to: Partial<Record<KeyName, number>> = {
    up: at - 1,
    down: at + 1,
    pageUp: at - page,
    pageDown: at + page,
    home: 0,
    end: count - 1,
  };
  return to[key] ?? at;
}

const within = (value: number, max: number): number => Math.max(0, Math.min(value, max));
