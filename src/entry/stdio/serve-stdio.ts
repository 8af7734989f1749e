import type { Server } from "@modelcontextprotocol/server";
import { serveStdio as serveMcp } from "@modelcontextprotocol/server/stdio";
import { daysBefore } from "../../base/days.js";
import type { Layer } from "../../base/resolve-settings.js";
import { localTenant } from "../../domain/archive/local-tenant.js";
import type { CommandApp } from "../../domain/command-app.js";
import { pushContext } from "../../domain/context/sync/push-context.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { agentsWith } from "../../hosts/all-hosts.js";
import { briefFilesIn } from "../../store/archive/brief-files.js";
import { createChangeNotices, createMcpServer } from "../../surface/mcp/create-server.js";
import type { Client } from "../../surface/open-call.js";
import { readCardParts } from "../wiring/built-page.js";
import { compose } from "../wiring/compose.js";
import type { LoadedSettings } from "../wiring/load-settings.js";
import { ownCall } from "../wiring/own-call.js";
import { onStopSignal } from "../wiring/stop-signals.js";
import type { Line, StdioChannel } from "./stdio-channel.js";
import { createStdioTransport } from "./stdio-transport.js";
import { watchCatalog } from "./watch-catalog.js";

interface Opening {
  readonly channel: StdioChannel;
  /** Already read from the channel, `initialize` first. */
  readonly lines: readonly Line[];
  readonly answeredId: string | number | undefined;
  readonly loaded: LoadedSettings;
  readonly folder: string;
  readonly instructions: string;
  readonly flags: readonly Layer[];
}

/** Serves one client until it closes our input. */
export async function serveStdio({ channel, lines, answeredId, instructions, ...opening }: Opening): Promise<void> {
  const { loaded, folder } = opening;
  const settings = loaded.settings.values;
  const { app, startBackground, close } = compose(loaded);
  const briefs = keepBrief(app, folder);
  startBackground(briefs);
  const servers = new Set<Server>();
  let hasAnswered = false;
  const watched = watchCatalog({ ...opening, log: app.log }, () => {
    for (const server of servers) announceChange(server);
  });
  const session = process.env.CLAUDE_CODE_SESSION_ID || app.runtime.newId("req");
  const client = { tenant: localTenant, folder, session, caller: settings.caller || "mcp:unknown" };
  const transport = createStdioTransport(channel, answeredId);

  const handle = serveMcp(
    ({ era }) => {
      const server = createMcpServer({
        cardParts: readCardParts,
        app,
        client,
        catalog: watched.catalog,
        instructions,
        canSubscribe: true,
        changed(uris) {
          hasAnswered = true;
          notifyChanged(uris);
        },
      });
      const notifyChanged = createChangeNotices(server, era);
      servers.add(server);
      void watched.reload();
      server.onclose = () => servers.delete(server);
      return server;
    },
    { transport, onerror: (error) => app.log.info("mcp.error", { error: error.message }) },
  );
  onStopSignal(() => transport.close());

  const stopEmbedding = app.embedding.start();
  await transport.run(lines);
  await stopEmbedding();
  watched.stop();
  await handle.close();
  await briefs.prepare().catch(() => undefined);
  // A checkpoint or a rule that this session recorded.
  if (hasAnswered) await briefs.onCaughtUp().catch(() => undefined);
  if (settings["context.autoPush"]) await pushAtEnd(app, client);
  await close();
}

function announceChange(server: Server): void {
  for (const send of [server.sendToolListChanged, server.sendResourceListChanged, server.sendPromptListChanged]) {
    send.call(server).catch(() => {});
  }
}

/** Pushes the changes of the session. A failure is logged and blocks nothing. */
async function pushAtEnd(app: CommandApp, client: Client): Promise<void> {
  try {
    const project = await app.context.open(client);
    if (await project.manifest.read()) app.log.info("context.push", { ...(await pushContext(project, "")) });
  } catch (error) {
    app.log.info("context.push", { error: error instanceof Error ? error.message : String(error) });
  }
}

/** Older sessions are left to `throughline import`. */
const maxDays = 7;

/** What a server does for hosts that run no hooks: it reads their sessions, and saves the brief for the next start. */
const keepBrief = (app: CommandApp, folder: string) => ({
  /** Sessions of agents whose hooks are installed and wait for approval; true when there were new ones. */
  async prepare(): Promise<boolean> {
    const hooks = await app.hostHooks.list(agentsWith("hooks"));
    const waiting = hooks.filter(({ enabled, approved }) => enabled && approved === false);
    const agents = [...new Set(waiting.map(({ agent }) => agent))];
    if (agents.length === 0) return false;
    const since = daysBefore(app.runtime.now(), maxDays);
    const { events } = await app.ingest.importAll({ agents, since, dryRun: false, progress: () => {} });
    return events > 0;
  },

  async onCaughtUp(): Promise<void> {
    const brief = await app.injection.previewStart(ownCall(app.log, "archive", { folder }));
    await briefFilesIn(app.home, nodeFiles).write(folder, brief);
  },
});
