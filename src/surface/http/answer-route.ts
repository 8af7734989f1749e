import type { Context } from "hono";
import type { SurfaceApp, SurfaceCall } from "../../domain/surface-app.js";
import { inTenant } from "../../engine/tenant-scope.js";
import { callAsPrincipal } from "../call-as-principal.js";
import { type Client, openCall } from "../open-call.js";
import { answerError, readJson } from "./answer-error.js";
import type { Route, RouteRequest } from "./routes/define-route.js";

interface RouteDeps {
  readonly app: SurfaceApp;
  readonly client: Client;
  /** The client with the folder in the query string; without this function, requests cannot name one. */
  inFolder?(folder: string): Promise<Client>;
  /** Called after a write, also one to files, which changes no database. */
  wrote?(): void;
}

/** Runs a route of the page's API; its answer is redacted like every other. */
export async function answerRoute(context: Context, deps: RouteDeps, route: Route<unknown>): Promise<Response> {
  const { app, client } = deps;
  const facts = { surface: "http", signal: context.req.raw.signal } as const;
  let call = openCall(app, client, facts);
  const end = app.activity.begin();
  try {
    const folder = context.req.query("folder");
    if (folder && deps.inFolder) call = openCall(app, await deps.inFolder(folder), facts);
    const answer = await runRoute(route, readRequest(context), call.app);
    if (route.method === "POST") deps.wrote?.();
    return context.json(app.redaction.value(answer) as object, 200, { "Cache-Control": "no-store" });
  } catch (error) {
    return answerError(context, app, error, { form: "coded", requestId: call.requestId, about: route.path });
  } finally {
    end();
  }
}

/** Members of a team service are limited to their role and their tenant's rows, as in calls of tools. */
function runRoute(route: Route<unknown>, request: RouteRequest, app: SurfaceCall): Promise<unknown> {
  const { access, tenant } = app.call;
  const run = () => route.run(request, app);
  if (!access || !route.forTeam) return run();
  const action = { name: `${route.method} ${route.path}`, effect: route.forTeam, fields: [] };
  return inTenant(tenant, () => callAsPrincipal(action, { id: request.param("id") }, app, access, run));
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
