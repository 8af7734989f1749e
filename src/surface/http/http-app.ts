import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { version } from "../../base/version.js";
import type { App } from "../../domain/app.js";
import type { Catalog } from "../catalog.js";
import { listTools } from "../mcp/tool-listing.js";
import type { Client } from "../open-call.js";
import { answerTool } from "./answer-tool.js";
import { guardOrigin, guardToken } from "./guards.js";
import { pageHtml } from "./page.js";
import { createRateLimit } from "./rate-limit.js";

export interface HttpParts {
  readonly app: App;
  readonly client: Client;
  readonly token: string;
  catalog(): Catalog;
  /** Serves MCP over Streamable HTTP. */
  mcp(request: Request): Promise<Response>;
  changed(uris: readonly string[]): void;
}

/** `/mcp` for agents, `/api` for the page, `/healthz` for those who watch over processes. */
export function createHttpApp(parts: HttpParts): Hono {
  const settings = parts.app.settings.values;
  const http = new Hono();
  const take = createRateLimit(settings["http.rateLimit"], parts.app.world);
  http.use(guardOrigin(settings["http.host"]));
  http.get("/healthz", (context) => context.json({ status: "ok", version }));
  http.get("/", (context) => context.html(pageHtml(version)));

  http.use(async (context, next) => (take(addressOf(context)) ? next() : tooMany(context)));
  http.use(
    bodyLimit({ maxSize: settings["http.maxBody"], onError: (context) => tooLarge(context, settings["http.maxBody"]) }),
  );
  http.use(guardToken(parts.token));
  http.all("/mcp", (context) => parts.mcp(context.req.raw));
  http.get("/api/tools", (context) => context.json({ tools: listTools(parts.catalog().tools) }));
  http.post("/api/tools/:name", (context) => answerTool(context, parts));
  http.notFound((context) => refuse(context, 404, "NOT_FOUND", `There is nothing at ${context.req.path}.`));
  return http;
}

const addressOf = (context: Context) => getConnInfo(context).remote.address ?? "";

const tooMany = (context: Context) =>
  refuse(
    context,
    429,
    "RATE_LIMITED",
    "Too many requests. Wait a moment; `http.rateLimit` sets how many fit in a minute.",
  );

const tooLarge = (context: Context, mostBytes: number) =>
  refuse(
    context,
    413,
    "INVALID_INPUT",
    `The body is larger than ${mostBytes} bytes. Send less, or raise \`http.maxBody\`.`,
  );

const refuse = (context: Context, status: 404 | 413 | 429, code: string, message: string) =>
  context.json({ error: { code, message, details: {} } }, status);
