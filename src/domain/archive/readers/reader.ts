import type { SessionEvent, SessionMetadata } from "../../../store/archive/session-event.js";
import type { Json } from "./json-fields.js";

/** What one line of a transcript says. */
export interface ReadLine {
  readonly facts?: SessionMetadata;
  readonly events: readonly SessionEvent[];
}

export const nothing: ReadLine = { events: [] };

/** Understands one agent's lines. Pure, and lenient: what it does not know is `nothing`. */
export interface LineReader {
  /** `position` names the line within its file, for lines that have no id of their own. */
  read(line: Json, position: string): ReadLine;
  /** The session a file belongs to, when its lines do not say so. */
  sessionOf(path: string): string;
}

/** The last part of a path without its ending. */
export const stemOf = (path: string): string =>
  (path.split(/[\\/]/).at(-1) ?? "").replace(/\.(jsonl|json)(\.zst)?$/, "");
