import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { version } from "../../base/version.js";
import type { SurfaceApp } from "../../domain/surface-app.js";
import type { PageFiles } from "../../engine/page-files.js";
import type { Catalog } from "../catalog.js";
import { listTools } from "../mcp/tool-listing.js";
import type { Client } from "../open-call.js";
import { readJson } from "./answer-error.js";
import { answerRoute } from "./answer-route.js";
import { answerTool, type ToolRoute } from "./answer-tool.js";
import { clientInFolder } from "./client-in-folder.js";
import { cookieName, guardOrigin, guardToken, isAuthenticated, isFromPage } from "./guards.js";
import { limitBody } from "./limit-body.js";
import type { LiveEvents } from "./live-events.js";
import { createRateLimit } from "./rate-limit.js";
import { routes } from "./routes/catalog.js";
import { servePage } from "./serve-page.js";
import { cookieDays, type SignIn } from "./sign-in.js";

/** `/mcp` for agents, `/api` for the page and scripts, `/healthz` for process monitors. */
export function createHttpApp(deps: HttpDeps): Hono {
  const settings = deps.app.settings.values;
  const http = new Hono();
  const take = createRateLimit(settings["http.rateLimit"], deps.app.runtime);
  http.use(guardOrigin(settings["http.host"]));
  http.get("/healthz", (context) => context.json({ status: "ok", version }));
  http.get("*", async (context, next) => (await servePage(context, deps.page)) ?? next());

  // Other programs of this machine have the same address: without the token they cannot spend the owner's rate.
  const clientOf = (context: Context) =>
    isAuthenticated(context, deps.token, deps.signIn) ? "owner" : addressOf(context);
  http.use(async (context, next) => (take(clientOf(context)) ? next() : tooMany(context)));
  http.use(limitBody(settings["http.maxBody"], { advice: "Send less, or raise `http.maxBody`." }));
  http.post("/api/sign-in", (context) => answerSignIn(context, deps.signIn));
  http.use(guardToken(deps.token, deps.signIn));
  http.all("/mcp", (context) => deps.mcp(context.req.raw));
  http.post("/api/sign-out", (context) => answerSignOut(context, deps.signIn));
  http.post("/api/sign-in-codes", (context) => context.json({ code: deps.signIn.newCode() }));
  http.get("/api/events", (context) => deps.live.open(context.req.raw.signal));
  http.get("/api/tools", (context) => context.json({ tools: listTools(deps.catalog().tools) }));
  const toolRoute: ToolRoute = {
    ...deps,
    inFolder: (folder: string) => clientInFolder(deps.app, deps.client, folder),
    wrote: deps.live.nudge,
  };
  http.post("/api/tools/:name", (context) => answerTool(context, toolRoute));
  for (const route of routes) http.on(route.method, route.path, (context) => answerRoute(context, toolRoute, route));
  http.notFound((context) => refuse(context, 404, "NOT_FOUND", `Not found: ${context.req.path}.`));
  return http;
}

const addressOf = (context: Context) => getConnInfo(context).remote.address ?? "";

const tooMany = (context: Context) =>
  refuse(
    context,
    429,
    "RATE_LIMITED",
    "Too many requests. Try again in a moment; `http.rateLimit` sets the limit per minute.",
  );

const refuse = (context: Context, status: 404 | 429, code: string, message: string) =>
  context.json({ error: { code, message, details: {} } }, status);

/** Sent only with requests of the page; scripts cannot read it. */
const cookie = { httpOnly: true, sameSite: "Strict", path: "/api" } as const;

/** Exchanges a code from the URL for a cookie. Only our own page may request this. */
async function answerSignIn(context: Context, signIn: SignIn): Promise<Response> {
  const { token } = await readJson(context).catch(() => ({ token: "" }));
  const value = isFromPage(context) && typeof token === "string" ? signIn.redeem(token) : undefined;
  if (value === undefined) {
    const message = "This link was already used or is not valid. Run `throughline ui` for a new one.";
    return context.json({ error: { code: "UNAUTHORIZED", message, details: {} } }, 401);
  }
  setCookie(context, cookieName, value, { ...cookie, maxAge: cookieDays * 86_400 });
  return context.json({ signedIn: true });
}

/** The server forgets the session, so that a copy of the cookie is worthless too. */
async function answerSignOut(context: Context, signIn: SignIn): Promise<Response> {
  await signIn.end(getCookie(context, cookieName));
  deleteCookie(context, cookieName, cookie);
  return context.json({ signedIn: false });
}

/** Dependencies of the web server. */
interface HttpDeps {
  readonly app: SurfaceApp;
  /** The identity of scripts and the page: the owner of this machine. */
  readonly client: Client;
  readonly token: string;
  readonly signIn: SignIn;
  readonly page: PageFiles;
  readonly live: LiveEvents;
  catalog(): Catalog;
  /** Serves MCP over Streamable HTTP. */
  mcp(request: Request): Promise<Response>;
  changed(uris: readonly string[]): void;
}
