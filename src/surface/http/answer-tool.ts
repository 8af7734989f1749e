import type { Context } from "hono";
import { toolsets } from "../../tools/toolsets.js";
import { callTool } from "../call-tool.js";
import { openCall } from "../open-call.js";
import type { HttpParts } from "./http-parts.js";
import { inFolder } from "./known-folder.js";
import { readJson, refuse } from "./refuse.js";

/** Runs a tool for a script or for the page, which may name the project's folder after the `?`. */
export async function answerTool(context: Context, parts: HttpParts): Promise<Response> {
  const { app, catalog, changed, live } = parts;
  const tool = catalog().tools.find((one) => one.name === context.req.param("name"));
  if (!tool) {
    const message = `There is no tool ${context.req.param("name")}. GET /api/tools lists them.`;
    return context.json({ error: { code: "NOT_FOUND", message, details: {} } }, 404);
  }
  const requestFacts = { surface: "http", signal: context.req.raw.signal } as const;
  let call = openCall(app, parts.client, requestFacts);
  try {
    const client = await inFolder(app, parts.client, context.req.query("folder") || undefined);
    call = openCall(app, client, requestFacts);
    const input = await readJson(context);
    const answer = await callTool(tool, input, call.app);
    changed(tool.changes?.(tool.input.parse(input)) ?? []);
    // Files are no part of the database that the live events watch.
    if (tool.effect !== "reads") live.nudge();
    return context.json(answer);
  } catch (error) {
    const form = toolsets[tool.toolset].errorForm;
    return refuse(context, app, error, { form, requestId: call.requestId, about: tool.name });
  }
}
