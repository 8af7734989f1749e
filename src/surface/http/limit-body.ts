import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { requestIdIn } from "../mcp/request-id.js";
import { refuse } from "./refuse.js";

const maxStart = 4096;

/** Refuses bodies over the limit; `advice` is what the sender can do. */
export function limitBody(maxSize: number, advice = "Send less.", count?: () => void): MiddlewareHandler {
  const message = `The request body is larger than ${maxSize} bytes. ${advice}`;
  const readAndLimit = bodyLimit({
    maxSize,
    onError(context) {
      count?.();
      return refuseLargeBody(context, message);
    },
  });
  // Most requests state their length. The library would make a stream of the body to ask whether there is one.
  return (context, next) => (statedLength(context) <= maxSize ? next() : readAndLimit(context, next));
}

const statedLength = ({ req }: Context): number =>
  req.header("transfer-encoding") === undefined ? Number(req.header("content-length") ?? Number.NaN) : Number.NaN;

/** Answers a body over the limit: with the id of the request at `/mcp`, where its beginning has it. */
async function refuseLargeBody(context: Context, message: string): Promise<Response> {
  if (context.req.path !== "/mcp") return refuse(context, 413, "INVALID_INPUT", message);
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
