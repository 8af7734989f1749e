import { otlpSpans } from "../../engine/otlp-spans/otlp-spans.js";
import { openLeaseStore } from "../../store/lease-store.js";
import { type BackgroundSteps, startBackground } from "../jobs/background.js";
import { startPastCleaning } from "../jobs/clean-past.js";
import type { Job } from "../jobs/repeat.js";
import { assemble } from "./assemble.js";
import type { LoadedSettings } from "./load-settings.js";
import { databaseOf } from "./open-database.js";
import { type Engines, openEngines } from "./open-engines.js";

/** The running product. Hooks, which have less time, are composed in `entry/hook`. */
export function compose(loaded: LoadedSettings, replaced: Partial<Engines> = {}) {
  const settings = loaded.settings.values;
  const database = databaseOf(settings, loaded.home);
  const spans = replaced.spans ?? otlpSpans(settings["telemetry.endpoint"]);
  const engines: Engines = { ...openEngines(loaded, database, spans), ...replaced };
  const { runtime, log, sql, embedder } = engines;
  const app = assemble(engines);
  const leases = openLeaseStore(sql, runtime);
  const changes = database.changes(sql);
  const background: Job[] = [];
  return {
    app,
    /** Detects changes by other processes. */
    changes,

    /** Starts background work, in long-running processes. */
    startBackground(steps?: BackgroundSteps): void {
      background.push(...startBackground(app, leases, steps));
    },

    /** Applies changed rules for secrets to the rows of these tenants, in a process that serves them. */
    startCleaning(tenants: () => Promise<readonly string[]>): void {
      background.push(startPastCleaning({ app, leases, tenants }));
    },

    async close(): Promise<void> {
      for (const work of background) await work.stop();
      await changes.close();
      await embedder?.close();
      await app.bridge.close();
      await sql.close().catch((error) => log.error("database.close", { error: String(error) }));
      await spans.close();
    },
  };
}
