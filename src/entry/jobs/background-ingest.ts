import { localTenant } from "../../domain/archive/local-tenant.js";
import type { CommandApp } from "../../domain/command-app.js";
import type { LeaseStore } from "../../store/lease-store.js";
import { ownCall } from "../wiring/own-call.js";
import { type Job, repeat } from "./repeat.js";

/** How often a running process checks for events from hooks. */
const everyMs = 1000;
/** Longer than one slice takes; after it, another process may take over. */
const leaseMs = 15_000;
/** One slice: the process answers requests in between. */
const sliceBytes = 1024 * 1024;
const sliceSessions = 10;

interface Deps {
  readonly app: Pick<CommandApp, "ingest" | "sessions" | "promoteFixes" | "refreshDocuments" | "log" | "runtime">;
  readonly leases: LeaseStore;
  readonly steps?: BackgroundSteps | undefined;
}

/** What a process adds to its background work. */
export interface BackgroundSteps {
  /** Once, before anything else; true when there is something to learn from. */
  prepare(): Promise<boolean>;
  /** Whenever everything is read: at the start, and after each new session. */
  onCaughtUp(): Promise<void>;
}

/** Keeps the archive up to date while a process runs. One process at a time does it, in slices. */
export function startBackgroundIngest({ app, leases, steps }: Deps): Job {
  const holder = app.runtime.newId("lease");
  let unfinished = false;
  let isFirst = true;
  /** Search documents of an earlier version may remain. */
  let isStale = true;

  const work = async (stopping: AbortSignal) => {
    if (!(isFirst || unfinished || isStale || (await app.ingest.hasNews()))) return;
    if (!(await leases.take("archive.ingest", holder, leaseMs))) return;
    const isPrepared = isFirst && ((await steps?.prepare()) ?? false);
    const hasNews = isPrepared || unfinished || (await app.ingest.hasNews());
    const { isDone } = await app.ingest.catchUp(({ bytes }) => stopping.aborted || bytes >= sliceBytes);
    unfinished = !isDone;
    if (!isDone) return;
    await app.sessions.dropOld(localTenant);
    await app.promoteFixes(ownCall(app.log, "archive", { signal: stopping }));
    if (hasNews || isFirst) await steps?.onCaughtUp();
    isFirst = false;
    isStale = await app.refreshDocuments(localTenant, sliceSessions);
  };
  const failed = (error: unknown) => app.log.info("archive.background", { error: String(error) });
  return repeat(work, { everyMs, failed });
}
