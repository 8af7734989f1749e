import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { httpRemote } from "./http-remote.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const call = (url: string) => httpRemote({ url, token: "t", timeoutMs: 5000 }).call("memory_list", {}, {});

describe("a service over HTTP", () => {
  it.each([301, 302, 307, 308])("sends the token nowhere else when it answers with %i", async (status) => {
    const seen: unknown[] = [];
    const elsewhere = await serve(({ headers }, response) => {
      seen.push(headers.authorization);
      response.end("{}");
    });
    expect(await call(elsewhere)).toEqual({ kind: "answered", answer: {} });
    expect(seen.splice(0)).toEqual(["Bearer t"]);
    const url = await serve((_, response) => response.writeHead(status, { location: elsewhere }).end());
    expect(await call(url)).toMatchObject({ kind: "unreachable" });
    expect(seen).toEqual([]);
  });
});
