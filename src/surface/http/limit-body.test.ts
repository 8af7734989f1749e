import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { limitBody } from "./limit-body.js";

const http = new Hono().use(limitBody(1000));
http.post("*", (context) => context.json({ ok: true }));

async function send(path: string, body: string | ReadableStream, headers: Record<string, string> = {}) {
  const init = { method: "POST", body, headers, duplex: "half" };
  const answer = await http.request(path, init as RequestInit);
  return [answer.status, await answer.json()];
}
const lengthOf = (body: string) => ({ "content-length": String(body.length) });

describe("limitBody", () => {
  const message = "The request body is larger than 1000 bytes. Send less.";
  const call = JSON.stringify({ jsonrpc: "2.0", id: "a7", method: "tools/call", params: { text: "x".repeat(9000) } });
  const error = { code: -32600, message, data: { code: "INVALID_INPUT" } };

  it("lets a body within the limit pass, stated length or not", async () => {
    expect(await send("/mcp", "{}", lengthOf("{}"))).toEqual([200, { ok: true }]);
    expect(await send("/mcp", new Blob(["{}"]).stream())).toEqual([200, { ok: true }]);
    const stated = { "content-length": "2", "transfer-encoding": "chunked" };
    expect(await send("/mcp", new Blob([call]).stream(), stated)).toMatchObject([413, { id: null }]);
  });

  it("answers a call with its id", async () => {
    expect(await send("/mcp", call, lengthOf(call))).toEqual([413, { jsonrpc: "2.0", id: "a7", error }]);
  });

  it("answers without an id where the beginning does not have it", async () => {
    const body = `{"params":"${"x".repeat(9000)}","id":3}`;
    expect(await send("/mcp", body, lengthOf(body))).toEqual([413, { jsonrpc: "2.0", id: null, error }]);
    const stream = new Blob([call]).stream();
    expect(await send("/mcp", stream, { "transfer-encoding": "chunked" })).toMatchObject([413, { id: null }]);
  });

  it("answers in the form of the other routes there", async () => {
    expect(await send("/api/tools/memory_search", call, lengthOf(call))).toEqual([
      413,
      { error: { code: "INVALID_INPUT", message, details: {} } },
    ]);
  });
});
