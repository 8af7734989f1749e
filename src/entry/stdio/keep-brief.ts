import { daysBefore } from "../../base/days.js";
import type { Home } from "../../base/home.js";
import { localTenant } from "../../domain/archive/local-tenant.js";
import type { Call } from "../../domain/call.js";
import type { CommandApp } from "../../domain/command-app.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { agentsWith } from "../../hosts/all-hosts.js";
import { briefFilesIn } from "../../store/archive/brief-files.js";

/** Older sessions are left to `throughline import`. */
const maxDays = 7;

/** What a server does for hosts that run no hooks: it reads their sessions, and saves the brief for the next start. */
export function keepBrief(app: CommandApp, { folder, home }: { folder: string; home: Home }) {
  const call: Call = {
    ...{ tenant: localTenant, caller: "archive", folder, log: app.log },
    signal: new AbortController().signal,
    progress: () => {},
  };
  return {
    /** Sessions of agents whose hooks are installed and wait for approval; true when there were new ones. */
    async prepare(): Promise<boolean> {
      const waiting = (await app.hostHooks.list(agentsWith("hooks"))).filter(
        ({ enabled, approved }) => enabled && approved === false,
      );
      const since = daysBefore(app.runtime.now(), maxDays);
      const silent = [...new Set(waiting.map(({ agent }) => agent))];
      if (silent.length === 0) return false;
      const { events } = await app.ingest.importAll({ agents: silent, since, dryRun: false, progress: () => {} });
      return events > 0;
    },

    async onCaughtUp(): Promise<void> {
      await briefFilesIn(home, nodeFiles).write(folder, await app.injection.previewStart(call));
    },
  };
}
