import type { Platform } from "../base/platform.js";
import type { Files } from "../engine/files.js";
import type { ForeignDatabases, TranscriptFiles } from "../engine/transcript-files.js";
import type { SessionEvent, SessionMetadata } from "../store/archive/session-event.js";
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
