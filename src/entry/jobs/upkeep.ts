import { rm } from "node:fs/promises";
import { localTenant } from "../../domain/archive/local-tenant.js";
import type { CommandApp } from "../../domain/command-app.js";
import { ownCall } from "../wiring/own-call.js";
import { type Job, repeat } from "./repeat.js";

type App = Pick<CommandApp, "automaticBackups" | "home" | "remote" | "machines" | "log">;

/**
 * Makes the automatic backup of the day. Late, because a server that a host starts and stops at once should not spend its
 * time on a copy, and a person who just opened the page would wait for the disk.
 */
export const startDailyBackup = ({ automaticBackups, home, log }: App): Job =>
  repeat(
    async () => {
      await rm(home.models, { recursive: true, force: true });
      const file = await automaticBackups.makeIfDue();
      if (file !== undefined) log.info("backup.made", { file });
    },
    { delayMs: 60_000, everyMs: 3_600_000, failed: (error) => log.error("backup.failed", { error: String(error) }) },
  );

/** Sends queued writes. Several processes may try: each entry has one sender at a time. */
export const startDelivery = ({ remote, log }: App): Job =>
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
export const startMachineSync = ({ machines, log }: App): Job =>
  repeat(
    async () => {
      const { sent = 0, received = 0 } = (await machines.syncIfSetUp(ownCall(log, "machines"))) ?? {};
      if (sent + received > 0) log.info("machines.synced", { sent, received });
    },
    { delayMs: 30_000, everyMs: 600_000, failed: (error) => log.info("machines.sync", { error: String(error) }) },
  );
