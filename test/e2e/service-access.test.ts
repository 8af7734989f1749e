import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseOnly } from "../../src/tools/database-only-tools.js";
import { freePort } from "../support/free-port.js";
import { Issuer } from "../support/issuer.js";
import { Product } from "../support/product.js";
import { createToken, serveTeam, type TeamServer } from "../support/team-service.js";

const lesson = { project_id: "shop", title: "Close pools", content: "Else connections leak.", outcome: "success" };
const port = await freePort();
const publicUrl = `http://127.0.0.1:${port}`;
const audience = `${publicUrl}/mcp`;

describe("a service that trusts an authorization server", () => {
  let product: Product;
  let issuer: Issuer;
  let server: TeamServer;
  beforeAll(async () => {
    product = new Product();
    issuer = await Issuer.start();
    server = await serveTeam(product, ["--service-issuer", issuer.url, "--port", String(port)], publicUrl);
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    await issuer.stop();
    product.remove();
  });

  const search = (token: string) => server.call(token, "memory_search", { project_id: "shop", query: "pools" });
  const audit = (...filter: string[]) =>
    JSON.parse(product.run(["audit", "--json", "--limit", "1000", ...filter]).stdout).entries as Record<
      string,
      string
    >[];

  it("tells a client without a token where to get one", async () => {
    const refused = await fetch(`${server.address}/mcp`, { method: "POST", body: "{}" });
    expect(refused.status).toBe(401);
    const [, metadata = ""] = /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate") ?? "") ?? [];
    expect(metadata).toBe(`${publicUrl}/.well-known/oauth-protected-resource/mcp`);
    const document = await (await server.get(new URL(metadata).pathname)).json();
    expect(document).toMatchObject({ resource: audience, authorization_servers: [issuer.url] });
    expect(refused.headers.get("www-authenticate")).toContain('scope="throughline:read throughline:write"');
  });

  it("accepts an access token, with the tenant, person and teams it names", async () => {
    const token = await issuer.sign({ aud: audience, teams: ["core"] });
    const who = await (await server.get("/api/whoami", { authorization: `Bearer ${token}` })).json();
    expect(who).toEqual({ tenant: "acme", user: "ada", role: "write", teams: ["core"], credential: "oauth" });
    expect((await server.call(token, "memory_record", lesson)).body.id).toMatch(/^mem_/);
    expect((await search(token)).body.count).toBe(1);
  });

  it("accepts a token that expired less than a minute ago, because clocks differ, but not an older one", async () => {
    const statusAfter = async (seconds: number) => {
      const exp = Math.floor(Date.now() / 1000) - seconds;
      return (await search(await issuer.sign({ aud: audience, exp }))).status;
    };
    expect([await statusAfter(30), await statusAfter(90)]).toEqual([200, 401]);
  });

  it("shows a tenant nothing of another", async () => {
    expect((await search(await issuer.sign({ aud: audience, tenant: "other" }))).body.count).toBe(0);
  });

  const unsigned = (payload: object) =>
    [{ alg: "none" }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");

  it.each<[string, () => Promise<string>, string]>([
    ["that expired", () => issuer.sign({ aud: audience, exp: 1_700_000_000 }), "it has expired"],
    ["for another audience", () => issuer.sign({ aud: "https://other.example" }), "another audience"],
    ["for no audience", () => issuer.sign({}), "another audience"],
    ["of another issuer", () => issuer.sign({ aud: audience, iss: "https://evil.example" }), "another issuer"],
    [
      "signed with another key",
      async () => issuer.sign({ aud: audience }, { key: await issuer.forgedKey() }),
      "signature is wrong",
    ],
    [
      "without a signature",
      async () => `${unsigned({ iss: issuer.url, sub: "ada", aud: audience, tenant: "acme", exp: 9e9 })}.`,
      "algorithm is not accepted",
    ],
    [
      "signed with the public key as a password",
      async () =>
        new SignJWT({ iss: issuer.url, sub: "ada", aud: audience, tenant: "acme", scope: "throughline:admin" })
          .setProtectedHeader({ alg: "HS256", kid: issuer.kid })
          .setExpirationTime("5m")
          .sign(new TextEncoder().encode(await issuer.publicText())),
      "algorithm is not accepted",
    ],
    ["that is nonsense", async () => "nonsense", "malformed"],
    ["without a tenant", () => issuer.sign({ aud: audience, tenant: "" }), "is not a valid name"],
  ])("refuses a token %s", async (_, token, why) => {
    const refused = await search(await token());
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({ error: { code: "UNAUTHORIZED", message: expect.stringContaining(why) } });
    expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  it("refuses a token whose middle was changed", async () => {
    const [head, payload = "", signature] = (await issuer.sign({ aud: audience })).split(".");
    const claims = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), tenant: "other" };
    const forged = [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
    expect((await search(forged)).status).toBe(401);
  });

  it("asks for a scope that a token lacks, with its own status", async () => {
    const refused = await search(await issuer.sign({ aud: audience, scope: "openid profile" }));
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toContain('error="insufficient_scope"');
  });

  it("limits a token to its role, and records the denial", async () => {
    const reader = await issuer.sign({ aud: audience, sub: "reader", scope: "throughline:read" });
    const refused = await server.call(reader, "memory_record", lesson);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ error: { code: "UNAUTHORIZED", details: { needed: "write", has: "read" } } });
    const writer = await issuer.sign({ aud: audience });
    expect((await server.call(writer, "memory_forget", { memory_id: "mem_x" })).status).toBe(403);
    expect(audit("--user", "reader")).toMatchObject([
      { tenant: "acme", tool: "memory_record", result: "UNAUTHORIZED", credential: "oauth" },
    ]);
  });

  it("refuses a tenant_id that differs from the token's, and fills in the one that is missing", async () => {
    const token = await issuer.sign({ aud: audience });
    const state = { session_id: "s", project_path: "shop", summary: "half done" };
    const refused = await server.call(token, "checkpoint_save", { ...state, tenant_id: "other" });
    expect(refused.status).toBe(403);
    expect(refused.body.error.code).toBe("UNAUTHORIZED");
    for (const name of databaseOnly) {
      const { status } = await server.call(token, name, { project_id: "shop", query: "x", tenant_id: "other" });
      expect({ name, status }).toEqual({ name, status: 403 });
    }
    expect((await server.call(token, "checkpoint_save", state)).body.id).toMatch(/^cp_/);
    expect((await server.call(token, "checkpoint_list", { tenant_id: "acme" })).body.count).toBe(1);
    const other = await issuer.sign({ aud: audience, tenant: "other" });
    expect((await server.call(other, "checkpoint_list", {})).body.count).toBe(0);
  });

  it("shows a team's fixes only to its members", async () => {
    const fix = {
      title: "Database down",
      problem: "connect ECONNREFUSED",
      root_cause: "not started",
      solution: "start it",
      category: "database",
      scope: "team",
      team_id: "core",
    };
    const member = await issuer.sign({ aud: audience, teams: ["core"] });
    const stranger = await issuer.sign({ aud: audience, teams: ["web"] });
    const find = (token: string, more: object = {}) =>
      server.call(token, "remediation_search", { query: fix.problem, ...more });
    expect((await server.call(stranger, "remediation_record", fix)).status).toBe(403);
    expect((await server.call(member, "remediation_record", fix)).body.id).toMatch(/^rem_/);
    expect((await find(member)).body.remediations).toHaveLength(1);
    expect((await find(stranger)).body.remediations).toHaveLength(0);
    expect((await find(stranger, { team_id: "core" })).status).toBe(403);
    const vote = { remediation_id: (await find(member)).body.remediations[0].id, helpful: true };
    expect((await server.call(stranger, "remediation_feedback", vote)).status).toBe(404);
    expect((await server.call(member, "remediation_feedback", vote)).body).toMatchObject({ usage_count: 1 });
  });

  it("signs a person in at the terminal, and stores a token that only this person's files have", async () => {
    const laptop = new Product();
    const login = async (decide: (code: string) => void, ...args: string[]) => {
      const child = laptop.start(["login", ...args]);
      let shown = "";
      child.stderr.on("data", (chunk) => {
        const isNew = !/CODE-\d+/.test(shown);
        shown += chunk;
        const code = /CODE-\d+/.exec(shown)?.[0];
        if (isNew && code) decide(code);
      });
      const printed = text(child.stdout);
      await once(child, "close");
      return { code: child.exitCode, printed: await printed, shown };
    };
    try {
      const denied = await login((code) => issuer.decide(code), publicUrl);
      expect(denied).toMatchObject({ code: 5, shown: expect.stringContaining("the request was denied") });
      expect(JSON.parse(laptop.run(["config", "get", "remote.url", "--json"]).stdout)).toMatchObject({ value: "" });
      const signedIn = await login((code) => issuer.decide(code, "mia"), publicUrl);
      expect(signedIn).toMatchObject({ code: 0, printed: expect.stringContaining("role write") });
      const config = join(laptop.home, "config.json");
      const { remote } = JSON.parse(readFileSync(config, "utf8"));
      expect(statSync(config).mode & 0o777).toBe(0o600);
      expect(signedIn.printed + signedIn.shown).not.toContain(remote.token);
      const who = await server.get("/api/whoami", { authorization: `Bearer ${remote.token}` });
      expect(await who.json()).toMatchObject({ user: "mia", tenant: "acme", role: "write" });
      expect(laptop.run(["remote", "status"]).stdout).toContain("is reachable");
      const otherName = laptop.run(["login", publicUrl.replace("127.0.0.1", "localhost")]);
      expect(otherName.stderr).toContain("is not the public URL of a Throughline service");
      expect(laptop.run(["login", "http://team.example.com"]).stderr).toContain("is not an https URL");
      const otherClient = await login(() => {}, "--client-id", "other");
      expect(otherClient.shown).toContain("does not know this client id");
    } finally {
      laptop.remove();
    }
  });

  it("lets people create, list and revoke tokens of their own, and administrators remove people", async () => {
    const as =
      (token: string) =>
      (path: string, method = "GET", body?: object) =>
        fetch(`${server.address}${path}`, {
          method,
          headers: { authorization: `Bearer ${token}` },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
    const lin = as(await issuer.sign({ aud: audience, sub: "lin" }));
    const created = await lin("/api/tokens", "POST", { label: "laptop", days: 7 });
    expect(created.status).toBe(201);
    const { id, secret } = (await created.json()) as { id: string; secret: string };
    expect((await search(secret)).status).toBe(200);
    expect((await lin("/api/tokens", "POST", { role: "admin" })).status).toBe(403);
    expect((await lin("/api/tokens", "POST", { days: 9999 })).status).toBe(400);
    expect((await as(secret)("/api/tokens", "POST", {})).status).toBe(403);
    const { tokens } = (await (await lin("/api/tokens")).json()) as { tokens: { id: string }[] };
    expect(tokens.map((token) => token.id)).toEqual([id]);
    expect(JSON.stringify(tokens)).not.toContain("hash");
    const eve = as(await issuer.sign({ aud: audience, sub: "eve" }));
    expect((await eve(`/api/tokens/${id}`, "DELETE")).status).toBe(404);
    expect((await eve("/api/people/lin", "DELETE")).status).toBe(403);
    const root = as(await issuer.sign({ aud: audience, sub: "root", scope: "throughline:admin" }));
    expect(await (await root("/api/people/lin", "DELETE")).json()).toEqual({ user: "lin", revoked: [id] });
    expect((await search(secret)).status).toBe(401);
    const acts = audit("--user", "lin", "--tool", "token_create").concat(
      audit("--user", "root", "--tool", "token_revoke"),
    );
    expect(acts).toMatchObject([
      { target: id, credential: "oauth" },
      { target: id, credential: "oauth" },
    ]);
  });

  it("lets administrators add people, export and delete what one wrote, and read the audit log, in their tenant only", async () => {
    const as =
      (token: string) =>
      async (
        path: string,
        method = "GET",
        body?: object,
      ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> => {
        const request = { method, headers: { authorization: `Bearer ${token}` } };
        const answer = await fetch(`${server.address}${path}`, {
          ...request,
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        return {
          status: answer.status,
          headers: answer.headers,
          body: (await answer.json()) as Record<string, unknown>,
        };
      };
    const claims = { aud: audience, tenant: "people-inc", scope: "throughline:admin" };
    const boss = as(await issuer.sign({ ...claims, sub: "boss" }));
    const added = await boss("/api/people/kim/tokens", "POST", { role: "write", teams: ["core"], days: 7 });
    expect(added).toMatchObject({ status: 201, body: { user: "kim", role: "write" } });
    const asReader = await boss(`/api/tokens/${added.body.id}/rotate`, "POST", { role: "read" });
    expect(asReader).toMatchObject({ status: 201, body: { role: "read" } });
    expect((await server.call(String(asReader.body.secret), "memory_record", lesson)).status).toBe(403);
    const rotated = await boss(`/api/tokens/${asReader.body.id}/rotate`, "POST", { role: "write" });
    expect((await search(String(added.body.secret))).status).toBe(401);
    const secret = String(rotated.body.secret);
    const kim = as(secret);
    const record = (content: string) => server.call(secret, "memory_record", { ...lesson, content });
    await record("Kim's first lesson about pools.");
    await record("Another pool, another lesson.");
    await server.call(secret, "checkpoint_save", { session_id: "s", project_path: "shop", summary: "Kim's work" });
    const lee = (await boss("/api/people/lee/tokens", "POST", { role: "write" })).body.secret as string;
    const shared = { ...lesson, title: "Lee's lesson", content: "Lee and Kim both know these pools." };
    const { id: sharedId } = (await server.call(lee, "memory_record", shared)).body;
    await server.call(secret, "memory_record", shared);
    expect((await boss("/api/tenant")).body).toEqual({ tenant: "people-inc", records: 4, quota: null, people: 3 });
    expect((await boss("/api/people")).body.people).toMatchObject([
      // Signs in with OAuth only.
      { user: "boss", roles: [], tokens: 0, lastUsedAt: expect.stringMatching(/^20/) },
      { user: "kim", roles: ["write"], teams: ["core"], tokens: 1 },
      { user: "lee" },
    ]);
    expect((await kim("/api/people")).status).toBe(403);
    expect((await kim("/api/people/boss/records")).status).toBe(403);
    const exported = JSON.stringify((await kim("/api/people/kim/records")).body);
    for (const text of ["Kim's first lesson", "Kim's work", sharedId]) expect(exported).toContain(text);
    const stranger = as(await issuer.sign({ ...claims, tenant: "other-inc", sub: "eve" }));
    expect((await stranger("/api/people/kim/records")).body.rows).toEqual([]);
    expect((await stranger(`/api/tokens/${rotated.body.id}/rotate`, "POST", {})).status).toBe(404);
    await stranger("/api/people/kim/records", "DELETE");
    expect((await search(secret)).body.count).toBe(3);
    expect((await kim("/api/people/kim/records", "DELETE")).status).toBe(403);
    const deleted = await boss("/api/people/kim/records", "DELETE");
    expect(deleted.body).toMatchObject({ deleted: { memory: 2, checkpoint: 1, mention: 1 } });
    expect((await search(lee)).body).toMatchObject({ count: 1, memories: [{ id: sharedId }] });
    const kept = await server.call(lee, "memory_get", { memory_id: sharedId });
    expect(kept.body.memory).toMatchObject({ author: "lee", evidence: [{ author: "lee" }] });
    const entries = (await boss("/api/audit?tool=purge")).body.entries;
    const request = deleted.headers.get("x-request-id");
    expect(entries).toMatchObject([
      { tenant: "people-inc", user: "boss", tool: "purge", credential: "oauth", request },
    ]);
  });

  it("offers no tool that touches the machine", async () => {
    const token = await issuer.sign({ aud: audience, scope: "throughline:admin" });
    for (const tool of ["run_in_repo", "repository_index", "context_add_knowledge", "query_repo"]) {
      expect((await server.call(token, tool, {})).status).toBe(404);
    }
  });

  it("accepts the issuer's new key after a rotation and rejects the old one", async () => {
    const old = await issuer.sign({ aud: audience });
    expect((await search(old)).status).toBe(200);
    await issuer.rotate();
    await expect
      .poll(async () => (await search(await issuer.sign({ aud: audience }))).status, { timeout: 30_000, interval: 500 })
      .toBe(200);
    expect((await search(old)).status).toBe(401);
  });

  it("records who wrote what, by id and without the content", async () => {
    const token = await issuer.sign({ aud: audience, sub: "grace" });
    const { id } = (await server.call(token, "memory_record", { ...lesson, title: "Feed the zebrafish" })).body;
    const [entry] = audit("--user", "grace");
    expect(entry).toMatchObject({
      tool: "memory_record",
      target: id,
      result: "ok",
      request: expect.stringMatching(/^req_/),
    });
    expect(JSON.stringify(audit())).not.toContain("zebrafish");
    expect(JSON.stringify(audit())).not.toContain(token);
  });

  it("keeps the time at which a queued write was made, unless it is impossible", async () => {
    const token = await issuer.sign({ aud: audience, sub: "offline" });
    const createdAt = async (title: string, at: Date) => {
      const input = { ...lesson, title, content: `${title}.` };
      const { id } = (await server.call(token, "memory_record", input, { "recorded-at": at.toISOString() })).body;
      return (await server.call(token, "memory_get", { memory_id: id })).body.memory.created_at;
    };
    const hour = 3_600_000;
    const before = new Date(Date.now() - 26 * hour);
    expect(await createdAt("Learned on a train", before)).toBe(before.toISOString());
    for (const wrong of [Date.now() + hour, Date.now() - 400 * 24 * hour])
      expect((await createdAt(`Learned at ${wrong}`, new Date(wrong))).slice(0, 10)).toBe(
        new Date().toISOString().slice(0, 10),
      );
  });

  it.each(["legacy", "2026-07-28"])("serves a real MCP client of the %s protocol", async (era) => {
    const token = await issuer.sign({ aud: audience, scope: "throughline:read" });
    const transport = new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    const mode = era === "legacy" ? ("legacy" as const) : { pin: era };
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(transport);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("memory_search");
    expect(names).not.toContain("memory_record");
    const found = await client.callTool({ name: "memory_search", arguments: { project_id: "shop", query: "pools" } });
    expect(found.structuredContent).toMatchObject({ count: expect.any(Number) });
    const denied = await client.callTool({ name: "memory_record", arguments: lesson });
    expect(denied).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("UNAUTHORIZED") }] });
    await client.close();
  });
});

describe("a service whose authorization server is down", () => {
  it("reports the failure, accepts its own tokens, and recovers by itself", async () => {
    const product = new Product();
    const issuer = await Issuer.start();
    issuer.isDown = true;
    const { secret } = createToken(product, "bob", ["--tenant", "acme"]);
    const server = await serveTeam(product, ["--service-issuer", issuer.url], publicUrl);
    const search = (token: string) => server.call(token, "memory_search", { project_id: "shop", query: "x" });
    const refused = await search(await issuer.sign({ aud: audience }));
    expect(refused.status).toBe(503);
    expect(refused.body.error).toMatchObject({ code: "UNAVAILABLE" });
    expect(JSON.stringify(refused.body)).not.toContain(issuer.url);
    expect((await search(secret)).status).toBe(200);
    issuer.isDown = false;
    await expect
      .poll(async () => (await search(await issuer.sign({ aud: audience }))).status, { timeout: 30_000, interval: 500 })
      .toBe(200);
    await server.stop();
    await issuer.stop();
    product.remove();
  });
});
