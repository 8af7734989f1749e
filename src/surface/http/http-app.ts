import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { AppError } from "../../base/errors.js";
import { version } from "../../base/version.js";
import type { PageFiles } from "../../engine/page-files.js";
import { type Client, openCall } from "../open-call.js";
import { type ApiDeps, addApi, readJson } from "./answer-call.js";
import { cookieName, guardOrigin, guardToken, isAuthenticated, isFromPage } from "./guards.js";
import { limitBody } from "./limit-body.js";
import type { LiveEvents } from "./live-events.js";
import { createRateLimit } from "./rate-limit.js";
import { refuse } from "./refuse.js";
import { listKnownFolders } from "./routes/project-lookup.js";
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
  const tooMany = "Too many requests. Try again in a moment; `http.rateLimit` sets the limit per minute.";
  http.use(async (context, next) => (take(clientOf(context)) ? next() : refuse(context, 429, "RATE_LIMITED", tooMany)));
  http.use(limitBody(settings["http.maxBody"], "Send less, or raise `http.maxBody`."));
  http.post("/api/sign-in", (context) => answerSignIn(context, deps.signIn));
  http.use(guardToken(deps.token, deps.signIn));
  http.all("/mcp", (context) => deps.mcp(context.req.raw));
  http.post("/api/sign-out", (context) => answerSignOut(context, deps.signIn));
  http.post("/api/sign-in-codes", (context) => context.json({ code: deps.signIn.newCode() }));
  http.get("/api/events", (context) => deps.live.open(context.req.raw.signal));
  const inFolder = (folder: string) => clientInFolder(deps, folder);
  addApi(http, () => ({ ...deps, inFolder, wrote: deps.live.nudge }));
  return http;
}

const addressOf = (context: Context) => getConnInfo(context).remote.address ?? "";

/**
 * The client with the folder that the page names. Only folders with sessions and repositories of projects are allowed: a
 * page must not make the server read other folders.
 */
async function clientInFolder({ app, client }: HttpDeps, folder: string): Promise<Client> {
  if (folder === client.folder) return client;
  const asCall = openCall(app, client, { surface: "http" }).app;
  if ((await listKnownFolders(asCall)).has(folder)) return { ...client, folder };
  throw new AppError("invalid", `${folder} is not a known project.`, { hint: "GET /api/welcome lists the projects." });
}

/** Sent only with requests of the page; scripts cannot read it. */
const cookie = { httpOnly: true, sameSite: "Strict", path: "/api" } as const;

/** Exchanges a code from the URL for a cookie. Only our own page may request this. */
async function answerSignIn(context: Context, signIn: SignIn): Promise<Response> {
  const { token } = await readJson(context).catch(() => ({ token: "" }));
  const value = isFromPage(context) && typeof token === "string" ? signIn.redeem(token) : undefined;
  if (value === undefined) {
    const message = "This link was already used or is not valid. Run `throughline ui` for a new one.";
    return refuse(context, 401, "UNAUTHORIZED", message);
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

/** Dependencies of the web server. `client` is the identity of scripts and the page: the owner of this machine. */
interface HttpDeps extends Pick<ApiDeps, "app" | "client" | "catalog" | "changed"> {
  readonly token: string;
  readonly signIn: SignIn;
  readonly page: PageFiles;
  readonly live: LiveEvents;
  /** Serves MCP over Streamable HTTP. */
  mcp(request: Request): Promise<Response>;
}
