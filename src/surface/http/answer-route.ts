import type { Context } from "hono";
import { openCall } from "../open-call.js";
import type { HttpDeps } from "./http-parts.js";
import { inFolder } from "./known-folder.js";
import { readJson, refuse } from "./refuse.js";
import type { Asked, Route } from "./routes/define-route.js";

/** Answers what the page asks beside the tools; redacted like every answer. */
export async function answerRoute(context: Context, parts: HttpDeps, route: Route<unknown>): Promise<Response> {
  const { app } = parts;
  const facts = { surface: "http", signal: context.req.raw.signal } as const;
  let call = openCall(app, parts.client, facts);
  try {
    call = openCall(app, await inFolder(app, parts.client, context.req.query("folder") || undefined), facts);
    const answer = await route.run(readAsked(context), call.app);
    if (route.method === "POST") parts.live.nudge();
    return context.json(app.redaction.value(answer) as object, 200, { "Cache-Control": "no-store" });
  } catch (error) {
    return refuse(context, app, error, { form: "coded", requestId: call.requestId, about: route.path });
  }
}

const readAsked = (context: Context): Asked => ({
  part: (name) => context.req.param(name) ?? "",
  query: (name) => context.req.query(name) || undefined,
  number(name, { min, max, usual }) {
    const given = Number(context.req.query(name) || usual);
    return Number.isFinite(given) ? Math.min(max, Math.max(min, Math.floor(given))) : usual;
  },
  body: () => readJson(context),
});
