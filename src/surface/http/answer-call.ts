import type { Context, Env, Hono } from "hono";
import { AppError } from "../../base/errors.js";
import type { SurfaceApp, SurfaceCall } from "../../domain/surface-app.js";
import { inTenant } from "../../engine/tenant-scope.js";
import { type ErrorForm, toolsets } from "../../tools/toolsets.js";
import { callAsPrincipal } from "../call-as-principal.js";
import { callTool } from "../call-tool.js";
import type { Catalog } from "../catalog.js";
import { listTools } from "../mcp/tool-listing.js";
import { type Client, openCall } from "../open-call.js";
import { echoName, wireError } from "../wire-errors.js";
import { refuse, refuseWith } from "./refuse.js";
import { routes } from "./routes/catalog.js";
import type { Route, RouteRequest } from "./routes/define-route.js";

export interface ApiDeps {
  readonly app: SurfaceApp;
  readonly client: Client;
  catalog(): Catalog;
  /** Called with the resources that a call changed. */
  changed?(uris: readonly string[]): void;
  /** The client with the folder in the query string; without this function, requests cannot name one. */
  inFolder?(folder: string): Promise<Client>;
  /** Called after a write, also one to files, which changes no database. */
  wrote?(): void;
}

/** Adds the tools, and the routes of the page that are offered. */
export function addApi<E extends Env>(
  http: Hono<E>,
  depsOf: (context: Context<E>) => ApiDeps,
  isOffered: (route: Route) => boolean = () => true,
): void {
  http.get("/api/tools", (context) => context.json({ tools: listTools(depsOf(context).catalog().tools) }));
  http.post("/api/tools/:name", (context) => answerTool(context, depsOf(context)));
  for (const [name, route] of Object.entries<Route>(routes)) {
    const [method = "", path = ""] = name.split(" ");
    if (isOffered(route))
      http.on(method, path, (context) => {
        const deps = depsOf(context);
        return answerCall(context, deps, "coded", path, async (app) => {
          const answer = await runRoute(name, route, readRequest(context), app);
          if (method === "POST") deps.wrote?.();
          return context.json(app.redaction.value(answer) as object, 200, { "Cache-Control": "no-store" });
        });
      });
  }
  http.notFound((context) => refuse(context, 404, "NOT_FOUND", `Not found: ${context.req.path}.`));
}

/** The input as JSON, the answer as JSON, errors in the family's form. */
async function answerTool(context: Context, deps: ApiDeps): Promise<Response> {
  const name = context.req.param("name") ?? "";
  const tool = deps.catalog().tools.find((one) => one.name === name);
  if (!tool) {
    const echo = echoName(deps.app.redaction.text, name);
    return refuse(context, 404, "NOT_FOUND", `Unknown tool: ${echo}. GET /api/tools lists them.`);
  }
  return answerCall(context, deps, toolsets[tool.toolset].errorForm, tool.name, async (app) => {
    const input = await readJson(context);
    const answer = await callTool(tool, input, app);
    deps.changed?.(tool.changes?.(tool.input.parse(input)) ?? []);
    if (tool.effect !== "reads") deps.wrote?.();
    return context.json(answer);
  });
}

/** Answers with what `run` returns, or with its error in this form; `about` names the tool or route in the log. */
async function answerCall(
  context: Context,
  { app, client, inFolder }: ApiDeps,
  form: ErrorForm,
  about: string,
  run: (app: SurfaceCall) => Promise<Response>,
): Promise<Response> {
  const facts = { surface: "http", signal: context.req.raw.signal } as const;
  let call = openCall(app, client, facts);
  try {
    const folder = context.req.query("folder");
    if (folder && inFolder) call = openCall(app, await inFolder(folder), facts);
    return await run(call.app);
  } catch (error) {
    const request = call.requestId;
    app.log[error instanceof AppError ? "info" : "error"]("http.failed", { request, about, error: String(error) });
    return refuseWith(context, error, app.redaction.value(wireError(error, form, request)));
  }
}

/** Members of a team service are limited to their role and their tenant's rows, as in calls of tools. */
function runRoute(name: string, route: Route, request: RouteRequest, app: SurfaceCall): Promise<unknown> {
  const { access, tenant } = app.call;
  const run = () => {
    const end = app.activity.begin();
    return route.run(request, app).finally(end);
  };
  if (!access || route.audience === "owner") return run();
  const action = { name, effect: route.audience, fields: [] };
  return inTenant(tenant, () => callAsPrincipal({ action, raw: { id: request.param("id") }, app, access, run }));
}

const readRequest = (context: Context): RouteRequest => ({
  param: (name) => context.req.param(name) ?? "",
  query: (name) => context.req.query(name) || undefined,
  number(name, { min, max, fallback }) {
    const value = Number(context.req.query(name) || fallback);
    return Number.isFinite(value) ? Math.min(max, Math.max(min, Math.floor(value))) : fallback;
  },
  body: () => readJson(context),
});

export async function readJson(context: Context): Promise<Record<string, unknown>> {
  const text = await context.req.text();
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (cause) {
    throw new AppError("invalid", "The body is not JSON.", { hint: "Send the tool's input as a JSON object.", cause });
  }
}
