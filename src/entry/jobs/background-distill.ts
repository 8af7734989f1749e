import { localTenant } from "../../domain/archive/local-tenant.js";
import type { Call } from "../../domain/call.js";
import type { CommandApp } from "../../domain/command-app.js";
import type { LeaseStore } from "../../store/lease-store.js";
import { type Job, repeat } from "./repeat.js";

const usualEveryMs = 5 * 60_000;
/** Longer than a session takes. */
const leaseMs = 20 * 60_000;
/** After a failure or at a cap, no process tries for this long. */
const pauseMs = 60 * 60_000;

interface Deps {
  readonly app: Pick<CommandApp, "distiller" | "settings" | "log" | "runtime">;
  readonly leases: LeaseStore;
  /** How often to look for a finished session. */
  readonly everyMs?: number;
}

/** Distills finished sessions one by one while a process runs, if a person chose a model for it. */
export function startDistilling({ app, leases, everyMs = usualEveryMs }: Deps): Job {
  const { distiller, log } = app;
  const name = app.settings.values["learning.distiller"];
  if (name === "off") return { stop: async () => {} };
  const holder = app.runtime.newId("lease");
  const stopping = new AbortController();
  const call: Call = {
    tenant: localTenant,
    caller: "distiller",
    folder: "",
    log,
    signal: stopping.signal,
    progress: () => {},
  };

  const work = async () => {
    if (stopping.signal.aborted || !(await leases.take("distill.background", holder, leaseMs))) return;
    try {
      await distiller.distillNext(call, name);
      await leases.release("distill.background", holder);
    } catch (error) {
      log.info("distill.background", { error: String(error) });
      // Under another name, so that not even this process renews it.
      await leases.release("distill.background", holder);
      if (!stopping.signal.aborted) await leases.take("distill.background", `pause ${holder}`, pauseMs);
    }
  };
  const job = repeat(work, { everyMs, failed: (error) => log.info("distill.background", { error: String(error) }) });
  return {
    stop() {
      stopping.abort();
      return job.stop();
    },
  };
}
