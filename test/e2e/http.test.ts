import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Product } from "../support/product.js";
import { until } from "../support/until.js";

/** Starts `throughline serve` and waits for the address it prints. */
async function serve(product: Product, args: readonly string[] = []) {
  const child = product.start(["serve", ...args]);
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await until("the server says where it listens", () => output.includes("Stop with Ctrl+C"));
  const address = /Page\s+(http:\/\/\S+?)\/#token/.exec(output)?.[1] ?? "";
  return { child, output, address };
}

const stop = (child: ChildProcessWithoutNullStreams) => {
  const exited = new Promise<number | null>((resolve) => child.on("close", resolve));
  child.kill("SIGTERM");
  return exited;
};

describe("throughline serve", () => {
  let product: Product;
  let child: ChildProcessWithoutNullStreams;
  let address: string;
  let output: string;
  let token: string;
  beforeAll(async () => {
    product = new Product();
    ({ child, address, output } = await serve(product, ["--http-rate-limit", "100000"]));
    token = readFileSync(join(product.home, "token"), "utf8").trim();
  });
  afterAll(async () => {
    expect(await stop(child)).toBe(0);
    product.remove();
  });

  const get = (path: string, headers: Record<string, string> = {}) => fetch(address + path, { headers });
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(address + path, { method: "POST", body, headers: { authorization: `Bearer ${token}`, ...headers } });

  /** `fetch` sets the Host header itself; a browser under DNS rebinding sends another. */
  const statusWith = (headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const sent = request(`${address}/healthz`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.end();
    });

  it("prints its URLs, and ends with what to do next", () => {
    for (const words of ["/mcp", "throughline.db"]) expect(output).toContain(words);
    expect(/http\S+/.exec(output)?.[0], "the first URL signs in").toMatch(/\/#token=\S+$/);
    const [connect, stop] = output.trimEnd().split("\n").slice(-2);
    expect(connect).toMatch(/^Connect your agents: +node \S+main\.js install/);
    expect(stop).toBe("Stop with Ctrl+C.");
    expect(output).not.toContain(token);
  });

  it("listens on the same port every time, or on the next free one", async () => {
    const again = new Product();
    const second = await serve(again);
    const ports = [address, second.address].map((one) => Number(new URL(one).port));
    expect(ports[0]).toBeGreaterThanOrEqual(7077);
    expect(ports[1]).toBeGreaterThan(ports[0] ?? 0);
    expect(ports[1]).toBeLessThan(7177);
    const taken = again.run(["serve", "--port", String(ports[0])]);
    expect(taken).toMatchObject({
      status: 6,
      stderr: expect.stringContaining(`Port ${ports[0]} of 127.0.0.1 is in use`),
    });
    await stop(second.child);
    again.remove();
  });

  it("ends a browser's session on the server when it signs out, and keeps other sessions", async () => {
    const fromPage = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const signIn = async () => {
      const answer = await fetch(`${address}/api/sign-in`, {
        method: "POST",
        headers: fromPage,
        body: JSON.stringify({ token }),
      });
      return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
    };
    const status = async (cookie: string) => (await get("/api/tools", { ...fromPage, cookie })).status;
    const [first, second] = [await signIn(), await signIn()];
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    await fetch(`${address}/api/sign-out`, { method: "POST", headers: { ...fromPage, cookie: first } });
    expect([await status(first), await status(second)]).toEqual([401, 200]);
    expect(statSync(join(product.home, "signed-out.json")).mode & 0o777).toBe(0o600);
  });

  it("serves health and page without a token, and nothing else", async () => {
    expect(await (await get("/healthz")).json()).toMatchObject({ status: "ok" });
    expect(await (await get("/")).text()).toContain("Throughline");
    for (const path of ["/mcp", "/api/tools"]) {
      const refused = await get(path);
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({
        error: { code: "UNAUTHORIZED", message: expect.stringContaining("token") },
      });
    }
    expect((await get("/api/tools", { authorization: "Bearer wrong" })).status).toBe(401);
  });

  it("hides the token from other users of the machine", () => {
    expect(statSync(join(product.home, "token")).mode & 0o077).toBe(0);
  });

  it("refuses requests for another host or from another site", async () => {
    expect(await statusWith({ host: "evil.example" })).toBe(403);
    expect(await statusWith({ origin: "https://evil.example" })).toBe(403);
    expect(await statusWith({ origin: "http://localhost:1234" })).toBe(200);
  });

  it("calls tools over plain HTTP, with errors in the family's form and the status of the problem", async () => {
    const body = JSON.stringify({ project_id: "shop", title: "t", content: "c", outcome: "success" });
    expect(await (await post("/api/tools/memory_record", body)).json()).toMatchObject({ confidence: 0.5 });
    const wrong = await post("/api/tools/memory_record", '{"title": 7}');
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ error: { code: "INVALID_INPUT" } });
    expect((await post("/api/tools/memory_record", "{not json")).status).toBe(400);
    expect((await post("/api/tools/nope", "{}")).status).toBe(404);
    expect((await post("/nowhere", "{}")).status).toBe(404);
  });

  it("refuses arguments that are nested too deeply, on both addresses, and lives on", async () => {
    for (const depth of [20_000, 200_000]) {
      const nested = `{"project_id":"p","query":"x","a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
      const answer = await post("/api/tools/memory_search", nested);
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("nested more than 100")]);
      const request = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_search","arguments":${nested}}}`;
      const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      expect(await (await post("/mcp", request, accept)).text()).toContain("nested more than 100");
    }
    expect((await get("/healthz")).status).toBe(200);
  });

  it("calls a tool in the folder that the request names, if it is a known project", async () => {
    const path = `/api/tools/context_list_knowledge?folder=${encodeURIComponent("/etc")}`;
    const answer = await post(path, "{}");
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("/etc is not a known project")]);
  });

  it("refuses a body over 10 MB and keeps running", async () => {
    const body = JSON.stringify({ project_id: "p", query: "x".repeat(11 * 1024 * 1024) });
    const refused = await post("/api/tools/memory_search", body).catch(() => undefined);
    if (refused) expect(refused.status).toBe(413);
    expect((await get("/healthz")).status).toBe(200);
  });

  it.each(["legacy", "2026-07-28"])("serves a real MCP client of the %s protocol", async (era) => {
    const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    const mode = era === "legacy" ? ("legacy" as const) : { pin: era };
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(transport);
    expect((await client.listTools()).tools.length).toBeGreaterThan(3);
    const answer = await client.callTool({ name: "list_projects", arguments: {} });
    expect(answer.structuredContent).toMatchObject({ count: 0, activeProject: null });
    await client.close();
  });

  it("reports a port in use and says what to do", () => {
    const port = new URL(address).port;
    const { status, stderr } = product.run(["serve", "--port", port]);
    expect(status).toBe(6);
    expect(stderr).toContain(`Port ${port} of 127.0.0.1 is in use.`);
    expect(stderr).toContain("--port");
  });
});

describe("throughline serve with a low rate limit", () => {
  it("refuses requests over the limit and names the setting", async () => {
    const product = new Product();
    const { child, address } = await serve(product, ["--http-rate-limit", "2"]);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await fetch(`${address}/api/tools`)).status);
    expect(statuses).toEqual([401, 401, 429, 429]);
    // The owner's rate is another one.
    const headers = { authorization: `Bearer ${readFileSync(join(product.home, "token"), "utf8").trim()}` };
    for (let i = 0; i < 3; i++) statuses.push((await fetch(`${address}/api/tools`, { headers })).status);
    expect(statuses.slice(4)).toEqual([200, 200, 429]);
    expect(await stop(child)).toBe(0);
    product.remove();
  });
});
