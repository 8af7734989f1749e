import { rm } from "node:fs/promises";
import { localTenant } from "../../domain/archive/local-tenant.js";
import type { CommandApp } from "../../domain/command-app.js";
import type { LeaseStore } from "../../store/lease-store.js";
import { ownCall } from "../wiring/own-call.js";
import { startPastCleaning } from "./clean-past.js";
import { type Job, repeat } from "./repeat.js";

/** What a process adds to its background work. */
export interface BackgroundSteps {
  /** Once, before anything else; true when there is something to learn from. */
  prepare(): Promise<boolean>;
  /** Whenever everything is read: at the start, and after each new session. */
  onCaughtUp(): Promise<void>;
}

/** All that a process does between the requests of its person. */
export const startBackground = (app: CommandApp, leases: LeaseStore, steps?: BackgroundSteps): Job[] => [
  startIngest(app, leases, steps),
  startDelivery(app),
  startDailyBackup(app),
  startMachineSync(app),
  startDistilling(app, leases),
  startPastCleaning({ app, leases }),
];

/** How often a running process checks for events from hooks. */
const ingestEveryMs = 1000;
/** Longer than one slice takes; after it, another process may take over. */
const ingestLeaseMs = 15_000;
/** One slice: the process answers requests in between. */
const sliceBytes = 1024 * 1024;
const sliceSessions = 10;

/** Keeps the archive up to date while a process runs. One process at a time does it, in slices. */
function startIngest(app: CommandApp, leases: LeaseStore, steps?: BackgroundSteps): Job {
  const holder = app.runtime.newId("lease");
  let unfinished = false;
  let isFirst = true;
  /** Search documents of an earlier version may remain. */
  let isStale = true;

  const work = async (stopping: AbortSignal) => {
    if (!(isFirst || unfinished || isStale || (await app.ingest.hasNews()))) return;
    if (!(await leases.take("archive.ingest", holder, ingestLeaseMs))) return;
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
  return repeat(work, { everyMs: ingestEveryMs, failed });
}

/**
 * Makes the automatic backup of the day. Late, because a server that a host starts and stops at once should not spend its
 * time on a copy, and a person who just opened the page would wait for the disk.
 */
const startDailyBackup = ({ automaticBackups, home, log }: CommandApp): Job =>
  repeat(
    async () => {
      await rm(home.models, { recursive: true, force: true });
      const file = await automaticBackups.makeIfDue();
      if (file !== undefined) log.info("backup.made", { file });
    },
    { delayMs: 60_000, everyMs: 3_600_000, failed: (error) => log.error("backup.failed", { error: String(error) }) },
  );

/** Sends queued writes. Several processes may try: each entry has one sender at a time. */
const startDelivery = ({ remote, log }: CommandApp): Job =>
  repeat(
    async () => {
      if (!remote) return false;
      const { sent, refused } = await remote.deliver(localTenant);
      if (sent + refused > 0) log.info("remote.delivered", { sent, refused });
      return true;
    },
    { everyMs: 15_000, failed: (error) => log.info("remote.deliver", { error: String(error) }) },
  );

/** Syncs with the person's other machines, if that is set up. Offline is usual: the next time will do. */
const startMachineSync = ({ machines, log }: CommandApp): Job =>
  repeat(
    async () => {
      const { sent = 0, received = 0 } = (await machines.syncIfSetUp(ownCall(log, "machines"))) ?? {};
      if (sent + received > 0) log.info("machines.synced", { sent, received });
    },
    { delayMs: 30_000, everyMs: 600_000, failed: (error) => log.info("machines.sync", { error: String(error) }) },
  );

const distillEveryMs = 5 * 60_000;
/** Longer than a session takes. */
const distillLeaseMs = 20 * 60_000;
/** After a failure or at a cap, no process tries for this long. */
const pauseMs = 60 * 60_000;

/** Distills finished sessions one by one while a process runs, if a person chose a model for it. */
export function startDistilling(app: CommandApp, leases: LeaseStore, everyMs = distillEveryMs): Job {
  const { distiller, log } = app;
  const name = app.settings.values["learning.distiller"];
  const holder = app.runtime.newId("lease");
  const failed = (error: unknown) => log.info("distill.background", { error: String(error) });

  const distillNext = async (signal: AbortSignal) => {
    if (name === "off") return false;
    if (!(await leases.take("distill.background", holder, distillLeaseMs))) return true;
    try {
      await distiller.distillNext(ownCall(log, "distiller", { signal }), name);
      await leases.release("distill.background", holder);
    } catch (error) {
      failed(error);
      // Under another name, so that not even this process renews it.
      await leases.release("distill.background", holder);
      if (!signal.aborted) await leases.take("distill.background", `pause ${holder}`, pauseMs);
    }
    return true;
  };
  return repeat(distillNext, { everyMs, failed });
}
