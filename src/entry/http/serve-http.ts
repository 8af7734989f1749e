import { randomBytes } from "node:crypto";
import { relative, resolve } from "node:path";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Home } from "../../base/home.js";
import { isObject, parseJson } from "../../base/json.js";
import { describeInvalid, describeMistakes, type Layer, refuseInvalidFlags } from "../../base/resolve-settings.js";
import { sha256 } from "../../base/sha256.js";
import { readProjectHeader } from "../../domain/context/project-header.js";
import { composeInstructions } from "../../domain/instructions.js";
import type { Files } from "../../engine/files.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { openBrowser } from "../../engine/node-host/open-browser.js";
import { nodePageFiles } from "../../engine/node-page-files/node-page-files.js";
import { createHttpApp } from "../../surface/http/http-app.js";
import { createLiveEvents } from "../../surface/http/live-events.js";
import { createSignIn, type EndedCookies } from "../../surface/http/sign-in.js";
import { createMcpServer } from "../../surface/mcp/create-server.js";
import { watchCatalog } from "../stdio/watch-catalog.js";
import { pageFolder, readCardParts } from "../wiring/built-page.js";
import { compose } from "../wiring/compose.js";
import { loadSettings, refuseMistakes, reportMistakes } from "../wiring/load-settings.js";
import { personIn } from "../wiring/person-in.js";
import { onStopSignal } from "../wiring/stop-signals.js";
import { addressOf, closeServer, listen } from "./http-listener.js";
import { findPage, forgetServer, noteServer, pageAddress } from "./running-server.js";

/** `throughline ui`: opens the page of a running server, or starts one. */
export async function servePage(flags: readonly Layer[]): Promise<void> {
  const { home } = await loadSettings(nodeFiles, process.env, process.cwd(), flags);
  const address = await findPage(nodeFiles, home);
  if (address) await showPage(address);
  else await serveHttp(flags, showPage);
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
    refuseMistakes(loaded.settings, "service");
    const { serveTenants } = await import("./serve-tenants.js");
    return serveTenants(loaded);
  }
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
        app,
        client,
        changed,
        catalog: watched.catalog,
        instructions: await instructions(),
        canSubscribe: era === "modern",
      }),
    {
      maxRequestBodySize: settings["http.maxBody"],
      onerror: (error) => app.log.info("mcp.error", { error: error.message }),
    },
  );
  const watched = watchCatalog({ loaded, folder, flags, log: app.log }, () => {
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
    app,
    token,
    signIn,
    live,
    client: person,
    page: nodePageFiles(pageFolder),
    catalog: watched.catalog,
    mcp: (request) => handler.fetch(request),
    changed,
  });
  const server = await listen(http.fetch, loaded.settings);
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

/** Signed-out cookies in a file of the home, by their hash; those that have expired are dropped with the next write. */
async function readEndedCookies(files: Files, home: Home, nowMs: () => number): Promise<EndedCookies> {
  const stored = parseJson((await files.read(home.signedOut)) ?? "");
  const untilByHash = new Map<string, number>();
  for (const [hash, until] of Object.entries(isObject(stored) ? stored : {}))
    if (typeof until === "number") untilByHash.set(hash, until);
  return {
    has: (signature) => untilByHash.has(sha256(signature)),
    async add(signature, untilMs) {
      untilByHash.set(sha256(signature), untilMs);
      for (const [hash, until] of untilByHash) if (until <= nowMs()) untilByHash.delete(hash);
      await files.write(home.signedOut, JSON.stringify(Object.fromEntries(untilByHash)), { private: true });
    },
  };
}

/** What `throughline serve` prints once it listens: URLs, files, and what to do next. */
const serveNotice = (address: string, page: string, home: Home): string =>
  [
    "Throughline is running.",
    "",
    `  Page      ${page}   (signs in one browser, once; another with \`${ownCommand()} ui\`)`,
    `  MCP       ${address}/mcp   (Authorization: Bearer <the content of ${home.token}>)`,
    `  Data      ${home.database}; team context in .context-teleport/ of each repository`,
    "",
    `Connect your agents:  ${ownCommand()} install   (they work without this server)`,
    "Stop with Ctrl+C.",
    "",
  ].join("\n");

/** As it can be typed here: a clone that is not linked has no `throughline` on the PATH. */
function ownCommand(): string {
  const script = resolve(process.argv[1] ?? "");
  return script.endsWith(".js") ? `node ${relative(process.cwd(), script)}` : "throughline";
}

async function showPage(address: string): Promise<void> {
  const isOpen = await openBrowser(address);
  process.stdout.write(isOpen ? `Opened ${address}\n` : `Open this in a browser: ${address}\n`);
}

/** The secret that HTTP clients send; created once, readable only by its owner. */
async function readAccessToken(files: Files, home: Home): Promise<string> {
  const existing = (await files.read(home.token))?.trim();
  if (existing) return existing;
  const token = `tl_${randomBytes(32).toString("base64url")}`;
  await files.write(home.token, `${token}\n`, { private: true });
  return token;
}
