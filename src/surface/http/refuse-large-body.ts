import type { Context } from "hono";
import { requestIdIn } from "../mcp/request-id.js";

const maxStart = 4096;

/** Answers a body over the limit: with the id of the request at `/mcp`, where its beginning has it. */
export async function refuseLargeBody(context: Context, message: string): Promise<Response> {
  if (context.req.path !== "/mcp") return context.json({ error: { code: "INVALID_INPUT", message, details: {} } }, 413);
  const id = requestIdIn(await startOfBody(context.req.raw));
  return context.json({ jsonrpc: "2.0", id, error: { code: -32600, message, data: { code: "INVALID_INPUT" } } }, 413);
}

/** Empty for a body in pieces of unknown length, which the limit has read already. */
async function startOfBody({ body }: Request): Promise<string> {
  if (!body || body.locked) return "";
  const reader = body.getReader();
  let start = "";
  while (start.length < maxStart) {
    const { done, value } = await reader.read();
    if (done) break;
    start += Buffer.from(value).toString("latin1", 0, maxStart);
  }
  reader.releaseLock();
  return start;
}
