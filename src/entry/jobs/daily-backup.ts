import type { CommandApp } from "../../domain/command-app.js";

/**
 * A server that a host starts and stops at once should not spend its time on a copy, and a person who just opened the
 * page would wait for the disk.
 */
const delayMs = 60_000;
const everyMs = 3_600_000;

/** Makes the automatic backup of the day while a process runs. One process at a time does it. */
export function startDailyBackup({ automaticBackups, log }: Pick<CommandApp, "automaticBackups" | "log">): {
  stop(): Promise<void>;
} {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      running = work();
      wait(everyMs);
    }, ms).unref();
  };
  const work = async () => {
    try {
      const file = await automaticBackups.makeIfDue();
      if (file !== undefined) log.info("backup.made", { file });
    } catch (error) {
      log.error("backup.failed", { error: String(error) });
    }
  };
  wait(delayMs);
  return {
    async stop() {
      clearTimeout(timer);
      await running;
    },
  };
}
