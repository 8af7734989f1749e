import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { AppError } from "../base/errors.js";
import type { Layer } from "../base/resolve-settings.js";
import { glimpseProject } from "../domain/context/project-glimpse.js";
import { composeInstructions } from "../domain/instructions.js";
import { nodeFiles } from "../engine/node-files/node-files.js";
import { catalogFor } from "../surface/catalog.js";
import { createHttpApp } from "../surface/http/http-app.js";
import { createMcpServer } from "../surface/mcp/create-server.js";
import { readAccessToken } from "./access-token.js";
import { compose } from "./compose.js";
import { loadSettings } from "./load-settings.js";
import { serveNotice } from "./serve-notice.js";
import { onStopSignal } from "./stop-signals.js";
import { watchCatalog } from "./watch-catalog.js";

/** How long requests under way may go on after a stop signal. */
const graceMs = 5000;

/** `throughline serve`: MCP and the page over HTTP, until a stop signal. */
export async function serveHttp(flags: readonly Layer[]): Promise<void> {
  const folder = process.cwd();
  const loaded = await loadSettings(nodeFiles, process.env, folder, flags);
  const settings = loaded.settings.values;
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

function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  hostname: string,
  port: number,
): Promise<HttpServer> {
  return new Promise((ready, fail) => {
    const server = serve({ fetch, hostname, port }, () => ready(server as HttpServer));
    server.on("error", (error) => fail(explain(error, hostname, port)));
  });
}

function explain(error: Error, hostname: string, port: number): Error {
  const code = "code" in error ? error.code : "";
  if (code === "EADDRINUSE") {
    const hint = "Choose another with --port, or leave --port out for a free one.";
    return new AppError("unavailable", `Port ${port} of ${hostname} is taken.`, { hint, cause: error });
  }
  if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    const hint = "Choose a port above 1023 and an address of this machine.";
    return new AppError("invalid", `${hostname}:${port} cannot be listened on (${code}).`, { hint, cause: error });
  }
  return error;
}

function addressOf(server: HttpServer): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/** Lets requests under way finish, but not for ever. */
function closeServer(server: HttpServer): Promise<void> {
  return new Promise((closed) => {
    const late = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(late);
      closed();
    });
    server.closeIdleConnections();
  });
}
