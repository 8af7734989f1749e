import { randomBytes } from "node:crypto";
import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { AppError } from "../base/errors.js";
import type { Layer } from "../base/resolve-settings.js";
import { glimpseProject } from "../domain/context/project-glimpse.js";
import { composeInstructions } from "../domain/instructions.js";
import { nodeFiles } from "../engine/node-files/node-files.js";
import { nodeHost } from "../engine/node-host/node-host.js";
import { nodePageFiles } from "../engine/node-page-files/node-page-files.js";
import { catalogFor } from "../surface/catalog.js";
import { createHttpApp } from "../surface/http/http-app.js";
import { createLiveEvents } from "../surface/http/live-events.js";
import { createSignIn } from "../surface/http/sign-in.js";
import { createMcpServer } from "../surface/mcp/create-server.js";
import { readAccessToken } from "./access-token.js";
import { compose } from "./compose.js";
import { loadSettings } from "./load-settings.js";
import { openRunningPage, showPage } from "./open-page.js";
import { forgetServer, noteServer, pageAddress } from "./running-server.js";
import { serveNotice } from "./serve-notice.js";
import { onStopSignal } from "./stop-signals.js";
import { watchCatalog } from "./watch-catalog.js";

/** How long requests under way may go on after a stop signal. */
const graceMs = 5000;

/** `throughline ui`: the page of the server that runs, or of one that starts with it. */
export async function servePage(flags: readonly Layer[]): Promise<void> {
  if (await openRunningPage(flags)) return;
  await showPage(await serveHttp(flags));
}

/** `throughline serve`: MCP and the page over HTTP, until a stop signal. Answers where the page lets a browser in. */
export async function serveHttp(flags: readonly Layer[]): Promise<string> {
  const folder = process.cwd();
  const loaded = await loadSettings(nodeFiles, process.env, folder, flags);
  const settings = loaded.settings.values;
  const catalog = catalogFor(settings);
  const token = await readAccessToken(nodeFiles, loaded.home);
  const { app, changes, startBackground, close } = compose(loaded);
  startBackground();
  const person = { tenant: "local", caller: settings.caller || `${nodeHost.user}@${nodeHost.name}`, folder };
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
  const signIn = createSignIn({ token, world: app.world, newSecret: () => randomBytes(24).toString("base64url") });
  const live = createLiveEvents({ version: changes.version });
  const http = createHttpApp({
    ...{ app, token, signIn, live },
    client: person,
    page: nodePageFiles(pageFolder),
    catalog: watched.catalog,
    mcp: (request) => handler.fetch(request),
    changed,
  });
  const server = await listen(http.fetch, settings["http.host"], settings["http.port"]);
  const address = addressOf(server);
  const page = pageAddress(address, signIn.newCode());
  await noteServer(nodeFiles, loaded.home, { address, pid: process.pid });
  process.stdout.write(serveNotice(address, page, loaded.home));
  const stopEmbedding = app.embedding.start();

  onStopSignal(async () => {
    watched.stop();
    stopEmbedding();
    live.close();
    await forgetServer(nodeFiles, loaded.home, process.pid);
    await handler.close();
    await closeServer(server);
    await close();
  });
  return page;

  /** Composed for every connection: what the project has changes while the server runs. */
  async function instructions(): Promise<string> {
    return composeInstructions(await glimpseProject(nodeFiles, folder).catch(() => undefined));
  }
}

/** Beside the bundles; from sources, where the last build put it. */
const pageFolder = typeof __dirname === "string" ? join(__dirname, "..", "page") : join(process.cwd(), "dist", "page");

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
