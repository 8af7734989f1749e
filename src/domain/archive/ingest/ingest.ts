import { sep } from "node:path";
import type { Home } from "../../../base/home.js";
import type { Log } from "../../../base/log.js";
import type { Platform } from "../../../base/platform.js";
import type { Runtime } from "../../../base/runtime.js";
import type { Files } from "../../../engine/files.js";
import type { ForeignDatabases, TranscriptFiles } from "../../../engine/transcript-files.js";
import { transcriptFormats } from "../../../hosts/all-hosts.js";
import { findSessions, type ReadPiece, sessionOf } from "../../../hosts/transcript-format.js";
import type { SessionRecord } from "../../../store/archive/session-store.js";
import type { Slice, SliceStore } from "../../../store/archive/slice-store.js";
import type {
  HookActivity,
  Transcript,
  TranscriptNotification,
  TranscriptStore,
} from "../../../store/archive/transcript-store.js";
import type { IdentifiedProject, ProjectRegistry } from "../../identity/project-registry.js";
import type { RedactionGateway } from "../../redaction/redaction-gateway.js";
import { localTenant } from "../local-tenant.js";
import { isDistillFolder } from "./distill-folder.js";
import { emptyBuilderState } from "./exchange-builder.js";
import { endOfTranscript, readPiece } from "./read-transcript.js";
import { sliceTranscript } from "./slice-transcript.js";
import { createSpool } from "./spool.js";
import { isGathered, unreadBytes } from "./unread-bytes.js";

export interface IngestReport {
  /** Transcripts of which something new was written. */
  readonly transcripts: number;
  readonly bytes: number;
  readonly events: number;
  readonly broken: number;
  readonly missing: number;
  /** Nothing is left to read. */
  readonly isDone: boolean;
}

export interface ImportOptions {
  /** Ids of agents. */
  readonly agents: readonly string[];
  /** ISO time: sessions that were written to before are left out. */
  readonly since: string | undefined;
  readonly dryRun: boolean;
  progress(done: number, of: number, message: string): void;
}

export interface ImportReport extends IngestReport {
  readonly found: Readonly<Record<string, number>>;
  /** Transcripts that had not been read to their end. */
  readonly due: number;
}

/** Brings what agents wrote into the archive. Any process may; two at once write nothing twice. */
export interface Ingest {
  /** Reads what hooks announced and what moved since, until all is read or `isEnough` says so. */
  catchUp(isEnough?: (soFar: IngestReport) => boolean): Promise<IngestReport>;
  /** Reads every transcript on this machine. */
  importAll(options: ImportOptions): Promise<ImportReport>;
  /** When hooks last reported each agent's transcripts, and how many of those have not been read. */
  lastSeen(): Promise<HookActivity[]>;
  /** Whether a session's host still has its transcript. */
  hasTranscript(session: { readonly id: string; readonly agent: string }): Promise<boolean>;
  /** Takes a transcript that was made from the archive as read. */
  adopt(session: SessionRecord, path: string): Promise<void>;
  /** Whether the spool has entries that have not been read; does not open the database. */
  hasNews(): Promise<boolean>;
}

export interface IngestDeps {
  readonly store: TranscriptStore;
  readonly slices: SliceStore;
  readonly projectRegistry: ProjectRegistry;
  readonly redaction: RedactionGateway;
  /** For names: a hook has no time to compile every rule for a path that cannot hold a secret. */
  readonly redactName: (name: string) => string;
  readonly transcripts: TranscriptFiles;
  readonly databases: ForeignDatabases;
  readonly files: Files;
  /** Folders of the projects in the archive. */
  folders(): Promise<readonly string[]>;
  readonly platform: Platform;
  readonly home: Home;
  readonly runtime: Runtime;
  readonly log: Log;
  /** Folders whose sessions are not captured. */
  readonly exclude: readonly string[];
}

/** How much is read at once. */
interface Pace {
  /** Of one transcript. */
  readonly pieceBytes: number;
  /** One transaction holds about this much. */
  readonly batchBytes: number;
  /** Transcripts whose next pieces are fetched together. */
  readonly ahead: number;
}

/** Large enough to be fast, small enough to let other writers in between. */
const background: Pace = { pieceBytes: 1024 * 1024, batchBytes: 1024 * 1024, ahead: 1 };
/** Where a person waits for the end of it. */
const foreground: Pace = { pieceBytes: 4 * 1024 * 1024, batchBytes: 16 * 1024 * 1024, ahead: 4 };
/** Hosts write the end of a turn after the hook about it. */
const followMs = 60 * 60 * 1000;
const followEveryMs = 1000;
/** No hook reported it: it is not followed for later changes. */
const notReported = "";

export function createIngest(deps: IngestDeps): Ingest {
  const { slices, projectRegistry, transcripts, home, runtime, log } = deps;
  const store = withoutSecretPaths(deps);
  const spool = createSpool({ folder: home.spool, files: transcripts, store, runtime });
  let followedAt = 0;
  let projects = new Map<string, Promise<IdentifiedProject>>();
  // Within one run a folder does not move: asking the file system once is enough.
  const identify = (folder: string): Promise<IdentifiedProject> => {
    const project = projects.get(folder) ?? projectRegistry.identify(localTenant, folder);
    projects.set(folder, project);
    return project;
  };

  const ingest: Ingest = {
    async catchUp(isEnough = () => false) {
      const tally = newTally();
      await spool.drain();
      await followRecent();
      await readQueue(tally, background, { isEnough: () => isEnough(tally), done: () => {} });
      if (tally.broken + tally.missing > 0) {
        log.info("archive.ingest", { broken: tally.broken, missing: tally.missing, transcripts: tally.transcripts });
      }
      return tally;
    },

    async importAll({ agents, since, dryRun, progress }) {
      const tally = newTally();
      const found: Record<string, number> = {};
      const due: TranscriptNotification[] = [];
      let totalUnread = 0;
      for (const agent of agents) {
        const format = transcriptFormats[agent];
        const all = format ? await findSessions(format, deps) : [];
        if (all.length > 0) found[agent] = all.length;
        for (const { path, folder } of all) {
          const bytes = await unreadBytes({ agent, path }, since, { store, files: transcripts });
          if (bytes === undefined) continue;
          due.push({ path, agent, folder, at: notReported });
          totalUnread += bytes;
        }
      }
      if (!dryRun) {
        await store.enqueue(localTenant, due);
        const whole = megabytes(totalUnread);
        const done = (count: number) =>
          progress(Math.min(whole, megabytes(tally.bytes)), whole, `MB, ${count} of ${due.length} transcripts`);
        await readQueue(tally, foreground, { isEnough: () => false, done });
      }
      return { ...tally, found, due: due.length };
    },

    async lastSeen() {
      await spool.drain();
      return store.hookActivity(localTenant);
    },

    async hasTranscript({ id, agent }) {
      const format = transcriptFormats[agent];
      if (!format) return false;
      const all = await findSessions(format, deps);
      return all.some(({ path }) => sessionOf(format, path) === id);
    },

    async adopt({ id: sessionId, agent, folder, startedAt, endedAt, branch, model, title, tokensIn, tokensOut }, path) {
      const facts = { sessionId, folder, branch, model, title, tokensIn, tokensOut };
      const state = JSON.stringify({ ...emptyBuilderState(), facts, startedAt, endedAt });
      const end = await endOfTranscript(transcripts, path);
      await store.adopt(localTenant, { path, agent, folder, sessionId, state, ...end });
    },

    hasNews: spool.hasNews,
  };
  return ingest;

  async function followRecent(): Promise<void> {
    const now = runtime.now();
    if (now.getTime() - followedAt < followEveryMs) return;
    followedAt = now.getTime();
    const since = new Date(now.getTime() - followMs).toISOString();
    const moved: TranscriptNotification[] = [];
    for (const one of await store.seenSince(localTenant, since, 50)) {
      const size = isGathered(one) ? undefined : await transcripts.size(one.path);
      if (size !== undefined && size !== one.readBytes) moved.push(one);
    }
    if (moved.length > 0) await store.enqueue(localTenant, moved);
  }

  async function readQueue(
    tally: Tally,
    pace: Pace,
    { isEnough, done }: { isEnough(): boolean; done(count: number): void },
  ): Promise<void> {
    const finished = new Set<string>();
    projects = new Map();
    while (!isEnough()) {
      const queue = await store.pending(localTenant, 256);
      if (queue.length === 0) {
        tally.isDone = true;
        return;
      }
      let batch: Slice[] = [];
      for (let at = 0; at < queue.length && !isEnough(); at += pace.ahead) {
        const some = queue.slice(at, at + pace.ahead);
        const pieces = await Promise.all(some.map((transcript) => read(transcript, pace.pieceBytes, tally)));
        for (const [i, transcript] of some.entries()) {
          const slice = await sliceOf(transcript, pieces[i], tally);
          if (slice) batch.push(slice);
          else await store.markRead(localTenant, transcript.path, transcript.seenAt);
          if (!slice || slice.after.isRead) finished.add(transcript.path);
        }
        if (bytesOf(batch) < pace.batchBytes) continue;
        await write(batch, tally);
        done(finished.size);
        batch = [];
      }
      await write(batch, tally);
      done(finished.size);
    }
  }

  async function sliceOf(
    transcript: Transcript,
    piece: ReadPiece | undefined,
    tally: Tally,
  ): Promise<Slice | undefined> {
    if (!piece) return undefined;
    tally.broken += piece.broken;
    const slice = await sliceTranscript(transcript, piece, { identify, redaction: deps.redaction });
    const folder = slice.session?.folder ?? "";
    return isDistillFolder(folder) || (slice.session && isBelow(deps.exclude, folder)) ? undefined : slice;
  }

  async function read(transcript: Transcript, pieceBytes: number, tally: Tally): Promise<ReadPiece | undefined> {
    const piece = await readAny(transcript, pieceBytes).catch((error) => {
      log.info("archive.unreadable", { path: transcript.path, error: String(error) });
      return "missing" as const;
    });
    if (piece === "missing") tally.missing++;
    else
      return piece.readBytes === transcript.readBytes && !piece.isNew && piece.lines.length === 0 ? undefined : piece;
    return undefined;
  }

  async function readAny(transcript: Transcript, pieceBytes: number): Promise<ReadPiece | "missing"> {
    const format = transcriptFormats[transcript.agent];
    // Another version of the product may know agents that this one does not.
    if (!format) return "missing";
    if (format.gather && format.isGathered?.(transcript.path)) return format.gather(transcript, deps);
    return readPiece(transcripts, transcript, pieceBytes);
  }

  async function write(batch: readonly Slice[], tally: Tally): Promise<void> {
    if (batch.length === 0) return;
    tally.transcripts += await slices.write(localTenant, batch);
    tally.events += batch.reduce((sum, { events }) => sum + events.length, 0);
    tally.bytes += bytesOf(batch);
  }
}

/** A path is stored as it is, because it must be read: one that holds a secret is not queued. */
function withoutSecretPaths({ store, redactName, log }: IngestDeps): TranscriptStore {
  return {
    ...store,
    enqueue(tenant, notices, spool) {
      const queued = notices.filter(({ path }) => redactName(path) === path);
      if (queued.length < notices.length) log.info("archive.secret-path", { skipped: notices.length - queued.length });
      return store.enqueue(
        tenant,
        queued.map((one) => ({ ...one, folder: redactName(one.folder) })),
        spool,
      );
    },
  };
}

/** Whether a path is one of the folders or below one. */
export const isBelow = (folders: readonly string[], path: string): boolean =>
  folders.some((folder) => path === folder || path.startsWith(`${folder.replace(/[\\/]+$/, "")}${sep}`));

type Tally = { -readonly [K in keyof IngestReport]: IngestReport[K] };

const newTally = (): Tally => ({ transcripts: 0, bytes: 0, events: 0, broken: 0, missing: 0, isDone: false });

const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);

/** Of a session in a database the position is a time, which says nothing about its size. */
const maxGrowth = 1e11;

const bytesOf = (batch: readonly Slice[]): number =>
  batch
    .map(({ before, after }) => after.readBytes - before.readBytes)
    .reduce((sum, bytes) => sum + (bytes > 0 && bytes < maxGrowth ? bytes : 0), 0);
