import type { CommandApp } from "../../domain/command-app.js";
import type { LeaseStore } from "../../store/lease-store.js";
import { ownCall } from "../wiring/own-call.js";
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
  const holder = app.runtime.newId("lease");
  const failed = (error: unknown) => log.info("distill.background", { error: String(error) });

  const distillNext = async (signal: AbortSignal) => {
    if (name === "off") return false;
    if (!(await leases.take("distill.background", holder, leaseMs))) return true;
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
