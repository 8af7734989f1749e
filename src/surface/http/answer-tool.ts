import type { Context } from "hono";
import type { SurfaceApp } from "../../domain/surface-app.js";
import { toolsets } from "../../tools/toolsets.js";
import { callTool } from "../call-tool.js";
import type { Catalog } from "../catalog.js";
import { type Client, openCall } from "../open-call.js";
import { echoName } from "../wire-errors.js";
import { answerError, readJson } from "./answer-error.js";

export interface ToolRoute {
  readonly app: SurfaceApp;
  readonly client: Client;
  catalog(): Catalog;
  changed(uris: readonly string[]): void;
  /** The client with the folder in the query string; without this function, requests cannot name one. */
  inFolder?(folder: string): Promise<Client>;
  /** Called after a write, also one to files, which changes no database. */
  wrote?(): void;
}

/** `POST /api/tools/:name`: the input as JSON, the answer as JSON, errors in the family's form. */
export async function answerTool(context: Context, route: ToolRoute): Promise<Response> {
  const { app, catalog, changed } = route;
  const name = context.req.param("name") ?? "";
  const tool = catalog().tools.find((one) => one.name === name);
  if (!tool) {
    const message = `Unknown tool: ${echoName(app.redaction.text, name)}. GET /api/tools lists them.`;
    return context.json({ error: { code: "NOT_FOUND", message, details: {} } }, 404);
  }
  const facts = { surface: "http", signal: context.req.raw.signal } as const;
  let call = openCall(app, route.client, facts);
  try {
    const folder = context.req.query("folder");
    if (folder && route.inFolder) call = openCall(app, await route.inFolder(folder), facts);
    const input = await readJson(context);
    const answer = await callTool(tool, input, call.app);
    changed(tool.changes?.(tool.input.parse(input)) ?? []);
    if (tool.effect !== "reads") route.wrote?.();
    return context.json(answer);
  } catch (error) {
    const form = toolsets[tool.toolset].errorForm;
    return answerError(context, app, error, { form, requestId: call.requestId, about: tool.name });
  }
}
