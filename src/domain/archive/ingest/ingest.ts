import { sep } from "node:path";
import type { Home } from "../../../base/home.js";
import type { Log } from "../../../base/log.js";
import type { Runtime } from "../../../base/runtime.js";
import { transcriptFormats } from "../../../hosts/all-hosts.js";
import { findSessions, type ReadPiece, sessionOf, type TranscriptSources } from "../../../hosts/transcript-format.js";
import type { SessionRecord } from "../../../store/archive/session-store.js";
import type { Slice, SliceStore } from "../../../store/archive/slice-store.js";
import type { Transcript, TranscriptNotification, TranscriptStore } from "../../../store/archive/transcript-store.js";
import type { IdentifiedProject, ProjectRegistry } from "../../identity/project-registry.js";
import type { RedactionGateway } from "../../redaction/redaction-gateway.js";
import { localTenant } from "../local-tenant.js";
import { isDistillFolder } from "./distill-folder.js";
import { emptyBuilderState } from "./exchange-builder.js";
import { endOfTranscript, isGathered, readPiece, unreadBytes } from "./read-transcript.js";
import { sliceTranscript } from "./slice-transcript.js";
import { createSpool } from "./spool.js";

export interface ImportOptions {
  /** Ids of agents. */
  readonly agents: readonly string[];
  /** ISO time: sessions that were written to before are left out. */
  readonly since: string | undefined;
  readonly dryRun: boolean;
  progress(done: number, of: number, message: string): void;
}

interface Deps extends TranscriptSources {
  readonly store: TranscriptStore;
  readonly slices: SliceStore;
  readonly projectRegistry: ProjectRegistry;
  readonly redaction: RedactionGateway;
  /** For names: a hook has no time to compile every rule for a path that cannot hold a secret. */
  readonly redactName: (name: string) => string;
  readonly home: Home;
  readonly runtime: Runtime;
  readonly log: Log;
  /** Folders whose sessions are not captured. */
  readonly exclude: readonly string[];
}

/** How much is read of one transcript at once, in about one transaction, and of how many transcripts together. */
type Pace = { readonly pieceBytes: number; readonly batchBytes: number; readonly ahead: number };

/** Large enough to be fast, small enough to let other writers in between. */
const background: Pace = { pieceBytes: 1024 * 1024, batchBytes: 1024 * 1024, ahead: 1 };
/** Where a person waits for the end of it. */
const foreground: Pace = { pieceBytes: 4 * 1024 * 1024, batchBytes: 16 * 1024 * 1024, ahead: 4 };
/** Hosts write the end of a turn after the hook about it. */
const followMs = 60 * 60 * 1000;
const followEveryMs = 1000;
/** No hook reported it: it is not followed for later changes. */
const notReported = "";

/** Brings what agents wrote into the archive. Any process may; two at once write nothing twice. */
export type Ingest = ReturnType<typeof createIngest>;

export function createIngest(deps: Deps) {
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

  return {
    /** Reads what hooks announced and what moved since, until all is read or `isEnough` says so. */
    async catchUp(isEnough: (soFar: Tally) => boolean = () => false): Promise<Tally> {
      const tally = newTally();
      await spool.drain();
      await followRecent();
      await readQueue(tally, background, { isEnough: () => isEnough(tally) });
      const { broken, missing, transcripts } = tally;
      if (broken + missing > 0) log.info("archive.ingest", { broken, missing, transcripts });
      return tally;
    },

    /** Reads every transcript on this machine. `due` counts those that had not been read to their end. */
    async importAll({ agents, since, dryRun, progress }: ImportOptions) {
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
        await readQueue(tally, foreground, { done });
      }
      return { ...tally, found, due: due.length };
    },

    /** When hooks last reported each agent's transcripts, and how many of those have not been read. */
    async lastSeen() {
      await spool.drain();
      return store.hookActivity(localTenant);
    },

    /** Whether a session's host still has its transcript. */
    async hasTranscript({ id, agent }: Pick<SessionRecord, "id" | "agent">): Promise<boolean> {
      const format = transcriptFormats[agent];
      const all = format ? await findSessions(format, deps) : [];
      return all.some(({ path }) => format && sessionOf(format, path) === id);
    },

    /** Takes a transcript that was made from the archive as read. */
    async adopt(session: SessionRecord, path: string): Promise<void> {
      const { id: sessionId, agent, folder, startedAt, endedAt, branch, model, title, tokensIn, tokensOut } = session;
      const facts = { sessionId, folder, branch, model, title, tokensIn, tokensOut };
      const state = JSON.stringify({ ...emptyBuilderState(), facts, startedAt, endedAt });
      const end = await endOfTranscript(transcripts, path);
      await store.adopt(localTenant, { path, agent, folder, sessionId, state, ...end });
    },

    hasNews: spool.hasNews,
  };

  async function followRecent(): Promise<void> {
    const nowMs = runtime.now().getTime();
    if (nowMs - followedAt < followEveryMs) return;
    followedAt = nowMs;
    const since = new Date(nowMs - followMs).toISOString();
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
    { isEnough = () => false, done = () => {} }: { isEnough?: () => boolean; done?: (count: number) => void },
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

  async function sliceOf(transcript: Transcript, piece: ReadPiece | undefined, tally: Tally) {
    if (!piece) return undefined;
    tally.broken += piece.broken;
    const slice = await sliceTranscript(transcript, piece, { identify, redaction: deps.redaction });
    const folder = slice.session?.folder ?? "";
    return isDistillFolder(folder) || (slice.session && isBelow(deps.exclude, folder)) ? undefined : slice;
  }

  /** Undefined when there is nothing new. */
  async function read(transcript: Transcript, pieceBytes: number, tally: Tally): Promise<ReadPiece | undefined> {
    const { path, agent, readBytes } = transcript;
    const format = transcriptFormats[agent];
    const gather = format?.isGathered?.(path) ? format.gather : undefined;
    try {
      const piece = await (gather?.(transcript, deps) ?? (format && readPiece(transcripts, transcript, pieceBytes)));
      // Another version of the product may know agents that this one does not.
      if (piece && piece !== "missing")
        return piece.readBytes === readBytes && !piece.isNew && piece.lines.length === 0 ? undefined : piece;
    } catch (error) {
      log.info("archive.unreadable", { path, error: String(error) });
    }
    tally.missing++;
    return undefined;
  }

  async function write(batch: readonly Slice[], tally: Tally): Promise<void> {
    if (batch.length === 0) return;
    tally.transcripts += await slices.write(localTenant, batch);
    tally.events += batch.reduce((sum, { events }) => sum + events.length, 0);
    tally.bytes += bytesOf(batch);
  }
}

/** A path is stored as it is, because it must be read: one that holds a secret is not queued. */
function withoutSecretPaths({ store, redactName, log }: Deps): TranscriptStore {
  return {
    ...store,
    enqueue(tenant, notices, spool) {
      const clean = notices.filter(({ path }) => redactName(path) === path);
      if (clean.length < notices.length) log.info("archive.secret-path", { skipped: notices.length - clean.length });
      const queued = clean.map((one) => ({ ...one, folder: redactName(one.folder) }));
      return store.enqueue(tenant, queued, spool);
    },
  };
}

/** Whether a path is one of the folders or below one. */
export const isBelow = (folders: readonly string[], path: string): boolean =>
  folders.some((folder) => path === folder || path.startsWith(`${folder.replace(/[\\/]+$/, "")}${sep}`));

/** Transcripts of which something new was written, what was read of them, and whether nothing is left to read. */
const newTally = () => ({ transcripts: 0, bytes: 0, events: 0, broken: 0, missing: 0, isDone: false });
type Tally = ReturnType<typeof newTally>;

const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);

/** Of a session in a database the position is a time, which says nothing about its size. */
const maxGrowth = 1e11;

const bytesOf = (batch: readonly Slice[]): number =>
  batch
    .map(({ before, after }) => after.readBytes - before.readBytes)
    .reduce((sum, bytes) => sum + (bytes > 0 && bytes < maxGrowth ? bytes : 0), 0);
