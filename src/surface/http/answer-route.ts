import type { Context } from "hono";
import { openCall } from "../open-call.js";
import { answerError, readJson } from "./answer-error.js";
import { clientInFolder } from "./client-in-folder.js";
import type { HttpDeps } from "./http-deps.js";
import type { Route, RouteRequest } from "./routes/define-route.js";

/** Runs a route of the page's API; its answer is redacted like every other. */
export async function answerRoute(context: Context, deps: HttpDeps, route: Route<unknown>): Promise<Response> {
  const { app } = deps;
  const facts = { surface: "http", signal: context.req.raw.signal } as const;
  let call = openCall(app, deps.client, facts);
  try {
    call = openCall(app, await clientInFolder(app, deps.client, context.req.query("folder") || undefined), facts);
    const answer = await route.run(readRequest(context), call.app);
    if (route.method === "POST") deps.live.nudge();
    return context.json(app.redaction.value(answer) as object, 200, { "Cache-Control": "no-store" });
  } catch (error) {
    return answerError(context, app, error, { form: "coded", requestId: call.requestId, about: route.path });
  }
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
