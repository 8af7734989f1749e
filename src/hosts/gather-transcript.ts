import { parseJson } from "../base/json.js";
import { sha256 } from "../base/sha256.js";
import type { TranscriptFiles } from "../engine/transcript-files.js";
import type { Json } from "./json-fields.js";
import type {
  Gather,
  ReadLine,
  ReadPiece,
  ReadState,
  TranscriptFormat,
  TranscriptSources,
} from "./transcript-format.js";

export const nothing: ReadLine = {};

/** Every session that an agent left on this machine. */
export async function findSessions(format: TranscriptFormat | undefined, sources: TranscriptSources) {
  const sessions: { path: string; folder: string }[] = [];
  for (const { folder, depth, name } of format?.folders?.(sources.platform) ?? []) {
    for (const path of await sources.transcripts.listBelow(folder, depth)) {
      if (name.test(path)) sessions.push({ path, folder: (await format?.folderOf?.(path, sources)) ?? "" });
    }
  }
  return [...sessions, ...((await format?.findOthers?.(sources)) ?? [])];
}

/** The reader of a session that is no file of lines. */
export const gatherOf = (format: TranscriptFormat | undefined, path: string): Gather | undefined =>
  format?.isGathered?.(path) === false ? undefined : format?.gather;

export const sessionOf = (format: TranscriptFormat, path: string): string =>
  format.sessionOf?.(path) ?? (gatherOf(format, path) && path.includes("#") ? rowOf(path).session : stemOf(path));

/** The last part of a path without its ending. */
export const stemOf = (path: string): string =>
  (path.split(/[\\/]/).at(-1) ?? "").replace(/\.(jsonl|json)(\.zst)?$/, "");

/** A session within a database is a transcript with this path: the database, then the session. */
export const rowPath = (database: string, session: string): string => `${database}#${session}`;

export function rowOf(path: string): { database: string; session: string } {
  const at = path.lastIndexOf("#");
  return { database: path.slice(0, at), session: path.slice(at + 1) };
}

/** The text of a file; undefined without one. */
export async function readTextFile(files: TranscriptFiles, path: string): Promise<string | undefined> {
  const size = await files.size(path);
  return size === undefined ? undefined : Buffer.from(await files.read(path, 0, size)).toString("utf8");
}

/** The JSON of a file; undefined without one, and for text that is not JSON. */
export async function readJsonFile(files: TranscriptFiles, path: string): Promise<unknown> {
  return parseJson((await readTextFile(files, path)) ?? "");
}

/** All lines of a session that was gathered; none if nothing changed. Without a version, the lines' hash is one. */
export function wholePiece(rows: readonly Json[], state: ReadState, version?: string): ReadPiece {
  const text = version === undefined ? JSON.stringify(rows) : "";
  const fingerprint = version ?? `whole:${sha256(text).slice(0, 32)}`;
  const isNew = fingerprint !== state.fingerprint;
  const readBytes = isNew ? text.length || rows.length : state.readBytes;
  return { lines: isNew ? placedLines(rows) : [], broken: 0, readBytes, fingerprint, isNew, more: false };
}

export const placedLines = (rows: readonly Json[]) => rows.map((value, i) => ({ value, position: String(i) }));

/** A session in tables `sessions` and `messages`, with the fields of `about` in the session's row. */
export async function gatherMessages(state: ReadState, { databases }: TranscriptSources, order: string, about = {}) {
  const { database, session } = rowOf(state.path);
  const rows = (text: string) => databases.all(database, text, [session]);
  const [row] = await rows("SELECT * FROM sessions WHERE id = ?");
  if (!row) return "missing";
  const messages = await rows(`SELECT * FROM messages WHERE session_id = ? ORDER BY ${order}`);
  return wholePiece([{ ...row, ...about }, ...messages], state);
}
