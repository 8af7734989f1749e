import { randomBytes } from "node:crypto";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { AppError } from "../../base/errors.js";
import { describeInvalid, describeMistakes, type Layer, refuseInvalidFlags } from "../../base/resolve-settings.js";
import { readProjectHeader } from "../../domain/context/project-header.js";
import { composeInstructions } from "../../domain/instructions.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { nodePageFiles } from "../../engine/node-page-files/node-page-files.js";
import { catalogFor } from "../../surface/catalog.js";
import { createHttpApp } from "../../surface/http/http-app.js";
import { createLiveEvents } from "../../surface/http/live-events.js";
import { createSignIn } from "../../surface/http/sign-in.js";
import { createMcpServer } from "../../surface/mcp/create-server.js";
import { watchCatalog } from "../stdio/watch-catalog.js";
import { readAccessToken } from "../wiring/access-token.js";
import { compose } from "../wiring/compose.js";
import { loadSettings } from "../wiring/load-settings.js";
import { personIn } from "../wiring/person-in.js";
import { readCardParts } from "../wiring/read-card-parts.js";
import { reportMistakes } from "../wiring/report-mistakes.js";
import { onStopSignal } from "../wiring/stop-signals.js";
import { readEndedCookies } from "./ended-cookies.js";
import { addressOf, closeServer, listen, listeningPlace } from "./http-listener.js";
import { openRunningPage, showPage } from "./open-page.js";
import { pageFolder } from "./page-folder.js";
import { forgetServer, noteServer, pageAddress } from "./running-server.js";
import { serveNotice } from "./serve-notice.js";

/** `throughline ui`: opens the page of a running server, or starts one. */
export async function servePage(flags: readonly Layer[]): Promise<void> {
  if (!(await openRunningPage(flags))) await serveHttp(flags, showPage);
}

/**
 * `throughline serve`: MCP and the page over HTTP, until a stop signal. `isReady` receives the URL at which the page
 * signs in one browser.
 */
export async function serveHttp(flags: readonly Layer[], isReady?: (page: string) => Promise<void>): Promise<void> {
  const folder = process.cwd();
  const loaded = await loadSettings(nodeFiles, process.env, folder, flags);
  refuseInvalidFlags(loaded.settings);
  reportMistakes(loaded.settings);
  const settings = loaded.settings.values;
  const isService = settings["service.publicUrl"] !== "" || describeInvalid(loaded.settings, "service.publicUrl");
  if (isService) {
    // A team service must not start with other limits than its operator configured.
    const [mistake] = describeMistakes(loaded.settings);
    if (mistake) throw new AppError("invalid", mistake, { hint: "Correct it and start the service again." });
    const { serveTenants } = await import("./serve-tenants.js");
    return serveTenants(loaded);
  }
  const catalog = catalogFor(settings);
  const token = await readAccessToken(nodeFiles, loaded.home);
  const { app, changes, startBackground, close } = compose(loaded);
  startBackground();
  const person = { tenant: "local", caller: settings.caller || (await personIn(folder)), folder };
  const client = { tenant: "local", caller: settings.caller || "mcp:unknown", folder };

  const handler = createMcpHandler(
    // The older protocol is served without sessions, so that any of several servers can answer: no notification can follow.
    async ({ era }) =>
      createMcpServer({
        cardParts: readCardParts,
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
  const signIn = createSignIn({
    token,
    runtime: app.runtime,
    newSecret: () => randomBytes(24).toString("base64url"),
    ended: await readEndedCookies(nodeFiles, loaded.home, () => app.runtime.now().getTime()),
  });
  const live = createLiveEvents({ version: changes.version });
  const http = createHttpApp({
    ...{ app, token, signIn, live },
    client: person,
    page: nodePageFiles(pageFolder),
    catalog: watched.catalog,
    mcp: (request) => handler.fetch(request),
    changed,
  });
  const server = await listen(http.fetch, listeningPlace(loaded.settings));
  const address = addressOf(server);
  const page = pageAddress(address, signIn.newCode());
  await noteServer(nodeFiles, loaded.home, { address, pid: process.pid });
  process.stdout.write(serveNotice(address, page, loaded.home));
  await isReady?.(page);
  const stopEmbedding = app.embedding.start();

  onStopSignal(async () => {
    watched.stop();
    await stopEmbedding();
    live.close();
    await forgetServer(nodeFiles, loaded.home, process.pid);
    await handler.close();
    await closeServer(server);
    await close();
  });

  /** Composed for every connection: the project may change while the server runs. */
  async function instructions(): Promise<string> {
    const project = await readProjectHeader(nodeFiles, folder).catch(() => undefined);
    return composeInstructions(project, describeMistakes(loaded.settings));
  }
}
