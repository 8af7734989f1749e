import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Layer } from "../base/resolve-settings.js";
import { glimpseProject } from "../domain/context/project-glimpse.js";
import { composeInstructions } from "../domain/instructions.js";
import { nodeFiles } from "../engine/node-files/node-files.js";
import { catalogFor } from "../surface/catalog.js";
import { createHttpApp } from "../surface/http/http-app.js";
import { createMcpServer } from "../surface/mcp/create-server.js";
import { readAccessToken } from "./access-token.js";
import { compose } from "./compose.js";
import { addressOf, closeServer, listen } from "./http-listener.js";
import { loadSettings } from "./load-settings.js";
import { serveNotice } from "./serve-notice.js";
import { onStopSignal } from "./stop-signals.js";
import { watchCatalog } from "./watch-catalog.js";

/** `throughline serve`: MCP and the page over HTTP, until a stop signal. */
export async function serveHttp(flags: readonly Layer[]): Promise<void> {
  const folder = process.cwd();
  const loaded = await loadSettings(nodeFiles, process.env, folder, flags);
  const settings = loaded.settings.values;
  if (settings["service.publicUrl"] !== "") {
    const { serveTenants } = await import("./serve-tenants.js");
    return serveTenants(loaded);
  }
  const catalog = catalogFor(settings);
  const token = await readAccessToken(nodeFiles, loaded.home);
  const { app, startBackground, close } = compose(loaded);
  startBackground();
  const client = { tenant: "local", caller: settings.caller || "mcp:unknown", folder };

  const handler = createMcpHandler(
    // The older protocol is served without sessions, so that any of several servers can answer: nothing can be told later.
    async ({ era }) =>
      createMcpServer({
        ...{ app, client, changed },
        catalog: watched.catalog,
        instructions: await instructions(),
        canSubscribe: era === "modern",
      }),
    {
      maxRequestBodySize: settings["http.maxBody"],
      onerror: (error) => app.log.info("mcp.error", { error: error.message }),
    },
  );
  const watched = watchCatalog({ loaded, folder, flags, catalog, log: app.log }, () => {
    handler.notify.toolsChanged();
    handler.notify.resourcesChanged();
    handler.notify.promptsChanged();
  });
  const changed = (uris: readonly string[]) => {
    for (const uri of uris) handler.notify.resourceUpdated(uri);
  };
  const http = createHttpApp({
    app,
    client,
    token,
    catalog: watched.catalog,
    mcp: (request) => handler.fetch(request),
    changed,
  });
  const server = await listen(http.fetch, settings["http.host"], settings["http.port"]);
  process.stdout.write(serveNotice(addressOf(server), loaded.home));
  const stopEmbedding = app.embedding.start();

  onStopSignal(async () => {
    watched.stop();
    stopEmbedding();
    await handler.close();
    await closeServer(server);
    await close();
  });

  /** Composed for every connection: what the project has changes while the server runs. */
  async function instructions(): Promise<string> {
    return composeInstructions(await glimpseProject(nodeFiles, folder).catch(() => undefined));
  }
}
