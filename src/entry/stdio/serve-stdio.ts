import type { Server } from "@modelcontextprotocol/server";
import { serveStdio as serveMcp } from "@modelcontextprotocol/server/stdio";
import type { Layer } from "../../base/resolve-settings.js";
import { catalogFor } from "../../surface/catalog.js";
import { createChangeNotices } from "../../surface/mcp/change-notices.js";
import { createMcpServer } from "../../surface/mcp/create-server.js";
import { compose } from "../wiring/compose.js";
import type { LoadedSettings } from "../wiring/load-settings.js";
import { readCardParts } from "../wiring/read-card-parts.js";
import { onStopSignal } from "../wiring/stop-signals.js";
import { keepBrief } from "./keep-brief.js";
import { pushAtEnd } from "./push-at-end.js";
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
export async function serveStdio({
  channel,
  lines,
  answeredId,
  loaded,
  folder,
  instructions,
  flags,
}: Opening): Promise<void> {
  const { app, startBackground, close } = compose(loaded);
  const briefs = keepBrief(app, { folder, home: loaded.home });
  startBackground(briefs);
  const servers = new Set<Server>();
  let hasAnswered = false;
  const watched = watchCatalog(
    { loaded, folder, flags, catalog: catalogFor(loaded.settings.values), log: app.log },
    () => {
      for (const server of servers) announceChange(server);
    },
  );
  const client = {
    ...{ tenant: "local", folder, session: process.env.CLAUDE_CODE_SESSION_ID || app.runtime.newId("req") },
    caller: loaded.settings.values.caller || "mcp:unknown",
  };
  const transport = createStdioTransport(channel, answeredId);

  const handle = serveMcp(
    ({ era }) => {
      let notices: (uris: readonly string[]) => void = () => {};
      const changed = (uris: readonly string[]) => {
        hasAnswered = true;
        notices(uris);
      };
      const server = createMcpServer({
        cardParts: readCardParts,
        app,
        client,
        catalog: watched.catalog,
        instructions,
        canSubscribe: true,
        changed,
      });
      notices = createChangeNotices(server, era);
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
  if (loaded.settings.values["context.autoPush"]) await pushAtEnd(app, client);
  await close();
}

function announceChange(server: Server): void {
  for (const send of [server.sendToolListChanged, server.sendResourceListChanged, server.sendPromptListChanged]) {
    send.call(server).catch(() => {});
  }
}
