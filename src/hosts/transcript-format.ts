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
  /** What is empty is not known. */
  readonly facts?: SessionMetadata;
  readonly events?: readonly SessionEvent[];
}

export const nothing: ReadLine = {};

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
  folders?(platform: Platform): readonly SessionFolder[];
  /** Databases with sessions. */
  databases?(platform: Platform): readonly string[];
  /** The folder that a session in a file was held in, if something beside the file says it. */
  folderOf?(path: string, sources: TranscriptSources): Promise<string>;
  /** Sessions without a file of their own. */
  readonly findOthers?: FindSessions;
  /** Reads a session as a whole, where the size of a file does not show what is new. */
  readonly gather?: Gather;
  /** Whether a session is gathered, of an agent that also has files of lines. */
  isGathered?(path: string): boolean;
  /** `position` names the line within its file, for lines that have no id of their own. */
  read(line: Json, position: string): ReadLine;
  /** The session of a path, when its lines do not say it and it is not the file's name. */
  sessionOf?(path: string): string;
}

/** Every session that an agent left on this machine. */
export async function findSessions(format: TranscriptFormat, sources: TranscriptSources): Promise<FoundSession[]> {
  const sessions: FoundSession[] = [];
  for (const { folder, depth, name } of format.folders?.(sources.platform) ?? []) {
    for (const path of await sources.transcripts.listBelow(folder, depth)) {
      if (name.test(path)) sessions.push({ path, folder: (await format.folderOf?.(path, sources)) ?? "" });
    }
  }
  return [...sessions, ...((await format.findOthers?.(sources)) ?? [])];
}

/** The reader of a session that is no file of lines. */
export const gatherOf = ({ gather, isGathered }: TranscriptFormat, path: string): Gather | undefined =>
  isGathered?.(path) === false ? undefined : gather;

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

export const placedLines = (rows: readonly Json[]): PlacedLine[] =>
  rows.map((value, i) => ({ value, position: String(i) }));

/** A session in tables `sessions` and `messages`, with the fields of `about` in the session's row. */
export async function gatherMessages(
  state: ReadState,
  { databases }: TranscriptSources,
  order: string,
  about: Json = {},
): Promise<ReadPiece | "missing"> {
  const { database, session } = rowOf(state.path);
  const rows = (text: string) => databases.all(database, text, [session]);
  const [row] = await rows("SELECT * FROM sessions WHERE id = ?");
  if (!row) return "missing";
  const messages = await rows(`SELECT * FROM messages WHERE session_id = ? ORDER BY ${order}`);
  return wholePiece([{ ...row, ...about }, ...messages], state);
}

/** A text as an event; none if it is blank. */
export const textEvents = (
  kind: "prompt" | "answer" | "summary",
  text: string,
  key: string,
  at: string,
): SessionEvent[] => (text.trim() === "" ? [] : [{ kind, key, at, text }]);

/** What a person or the agent said. */
export const spokenEvents = (role: "user" | "assistant", text: string, key: string, at: string): SessionEvent[] =>
  textEvents(role === "user" ? "prompt" : "answer", text, key, at);

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

/** The result of a call that failed where its command did; `code` is its exit code, or finds it in the text. */
export function endOfCall(
  call: string,
  at: string,
  { text, ok, durationMs }: Omit<Result, "exitCode">,
  code: RegExp | number | undefined,
): ResultEvent {
  const exitCode = code instanceof RegExp ? exitCodeIn(text, code) : code;
  return resultEvent(call, at, { text, ok: ok && (exitCode ?? 0) === 0, exitCode, durationMs });
}

/** The number after the first match of a pattern with one group. */
export function exitCodeIn(text: string, pattern: RegExp): number | undefined {
  const written = pattern.exec(text)?.[1];
  return written === undefined ? undefined : Number(written);
}
