import { localTenant } from "../../domain/archive/local-tenant.js";
import type { CommandApp } from "../../domain/command-app.js";

/** How often a running process checks the outbox. */
const everyMs = 15_000;

/** Sends queued writes while a process runs. Several processes may try: each entry has one sender at a time. */
export function startDelivery({ remote, log }: Pick<CommandApp, "remote" | "log">): { stop(): Promise<void> } {
  if (!remote) return { stop: async () => {} };
  let running: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  const work = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      const { sent, refused } = await remote.deliver(localTenant);
      if (sent + refused > 0) log.info("remote.delivered", { sent, refused });
    } catch (error) {
      log.info("remote.deliver", { error: String(error) });
    }
    isRunning = false;
  };
  const timer = setInterval(() => {
    running = work();
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
