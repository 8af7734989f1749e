import { parseJson } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import { sha256 } from "../base/sha256.js";
import type { Files } from "../engine/files.js";
import type { ForeignDatabases, TranscriptFiles } from "../engine/transcript-files.js";
import type { CallEvent, ResultEvent, SessionEvent, SessionMetadata } from "../store/archive/session-event.js";
import type { Json } from "./json-fields.js";

/** What transcripts are read with. */
export interface TranscriptSources {
  readonly platform: Platform;
  readonly transcripts: TranscriptFiles;
  readonly databases: ForeignDatabases;
  readonly files: Files;
  /** Folders of projects that are known here: some agents leave their sessions in them. */
  folders(): Promise<readonly string[]>;
}

/** What one line of a transcript says. */
export interface ReadLine {
  readonly facts?: SessionMetadata;
  readonly events: readonly SessionEvent[];
}

export const nothing: ReadLine = { events: [] };

/** A line of a transcript with its position in the file. */
export interface PlacedLine {
  readonly value: Json;
  readonly position: string;
}

/** What was read of a transcript in one go. */
export interface ReadPiece {
  readonly lines: readonly PlacedLine[];
  /** Lines that were no JSON. */
  readonly broken: number;
  readonly readBytes: number;
  readonly fingerprint: string;
  /** The file is not the one that was read before: its earlier state is void. */
  readonly isNew: boolean;
  /** There is more to read now. */
  readonly more: boolean;
}

/** A transcript, and how far it was read. */
export interface ReadState {
  readonly path: string;
  readonly readBytes: number;
  readonly fingerprint: string;
}

interface FoundSession {
  readonly path: string;
  /** The folder it was held in, if its lines do not say it. */
  readonly folder: string;
}

/** A folder with a file for each session, at most `depth` folders down. */
export interface SessionFolder {
  readonly folder: string;
  readonly depth: number;
  readonly name: RegExp;
}

export type FindSessions = (sources: TranscriptSources) => Promise<readonly FoundSession[]>;
export type Gather = (state: ReadState, sources: TranscriptSources) => Promise<ReadPiece | "missing">;

/** How one agent's sessions are found and read. Lenient: what it does not know is `nothing`. */
export interface TranscriptFormat {
  folders(platform: Platform): readonly SessionFolder[];
  /** Databases with sessions. */
  databases?(platform: Platform): readonly string[];
  /** The folder that a session in a file was held in, if something beside the file says it. */
  folderOf?(path: string, sources: TranscriptSources): Promise<string>;
  /** Sessions without a file of their own. */
  readonly findOthers?: FindSessions;
  /** Whether a session must be read as a whole by `gather`: the size of a file does not show what is new. */
  isGathered?(path: string): boolean;
  readonly gather?: Gather;
  /** `position` names the line within its file, for lines that have no id of their own. */
  read(line: Json, position: string): ReadLine;
  /** The session of a path, when its lines do not say it and it is not the file's name. */
  sessionOf?(path: string): string;
}

/** Every session that an agent left on this machine. */
export async function findSessions(format: TranscriptFormat, sources: TranscriptSources): Promise<FoundSession[]> {
  const sessions: FoundSession[] = [];
  for (const { folder, depth, name } of format.folders(sources.platform)) {
    for (const path of await sources.transcripts.listBelow(folder, depth)) {
      if (name.test(path)) sessions.push({ path, folder: (await format.folderOf?.(path, sources)) ?? "" });
    }
  }
  return [...sessions, ...((await format.findOthers?.(sources)) ?? [])];
}

export const sessionOf = (format: TranscriptFormat, path: string): string =>
  format.sessionOf?.(path) ?? (format.isGathered?.(path) && path.includes("#") ? rowOf(path).session : stemOf(path));

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
  if (fingerprint === state.fingerprint)
    return { lines: [], broken: 0, readBytes: state.readBytes, fingerprint, isNew: false, more: false };
  const lines = rows.map((value, i) => ({ value, position: String(i) }));
  return { lines, broken: 0, readBytes: text.length || rows.length, fingerprint, isNew: true, more: false };
}

/** A text as an event; none if it is blank. */
export const textEvents = (
  kind: "prompt" | "answer" | "summary",
  text: string,
  key: string,
  at: string,
): SessionEvent[] => (text.trim() === "" ? [] : [{ kind, key, at, text }]);

export const callEvent = (call: string, at: string, tool: string, input: Json): CallEvent => ({
  kind: "call",
  key: call,
  at,
  call,
  tool,
  input,
});

interface Result {
  readonly text: string;
  readonly ok: boolean;
  readonly exitCode?: number | undefined;
  readonly durationMs?: number | undefined;
}

export function resultEvent(call: string, at: string, { text, ok, exitCode, durationMs }: Result): ResultEvent {
  const result: ResultEvent = { kind: "result", key: call, at, call, text, ok };
  return {
    ...result,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

/** The number after the first match of a pattern with one group. */
export function exitCodeIn(text: string, pattern: RegExp): number | undefined {
  const written = pattern.exec(text)?.[1];
  return written === undefined ? undefined : Number(written);
}
