import type { Context } from "hono";
import { AppError, bug, problems } from "../../base/errors.js";
import type { App } from "../../domain/app.js";
import { toolsets } from "../../tools/toolsets.js";
import { callTool } from "../call-tool.js";
import type { Catalog } from "../catalog.js";
import { type Client, openCall } from "../open-call.js";
import { wireError } from "../wire-errors.js";

export interface ToolRoute {
  readonly app: App;
  readonly client: Client;
  catalog(): Catalog;
  changed(uris: readonly string[]): void;
}

/** `POST /api/tools/:name`: the input as JSON, the answer as JSON, errors in the family's form. */
export async function answerTool(context: Context, { app, client, catalog, changed }: ToolRoute): Promise<Response> {
  const name = context.req.param("name");
  const tool = catalog().tools.find((one) => one.name === name);
  if (!tool) {
    const message = `There is no tool ${name}. GET /api/tools lists them.`;
    return context.json({ error: { code: "NOT_FOUND", message, details: {} } }, 404);
  }
  const call = openCall(app, client, { surface: "http", signal: context.req.raw.signal });
  try {
    const input = await readJson(context);
    const answer = await callTool(tool, input, call.app);
    changed(tool.changes?.(tool.input.parse(input)) ?? []);
    return context.json(answer);
  } catch (error) {
    const isForeseen = error instanceof AppError;
    app.log[isForeseen ? "info" : "error"]("http.failed", {
      request: call.requestId,
      tool: tool.name,
      error: String(error),
    });
    const status = isForeseen ? problems[error.problem].http : bug.http;
    const retryAfter = isForeseen ? error.details.retry_after_seconds : undefined;
    if (retryAfter !== undefined) context.header("Retry-After", String(retryAfter));
    return context.json(
      app.redaction.value(wireError(error, toolsets[tool.toolset].errorForm, call.requestId)),
      status,
    );
  }
}

async function readJson(context: Context): Promise<Record<string, unknown>> {
  const text = await context.req.text();
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid", "The body is not JSON.", { hint: "Send the tool's input as a JSON object.", cause });
  }
}
