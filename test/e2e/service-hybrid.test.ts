import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startMcpProcess } from "../support/mcp-process.js";
import { Product } from "../support/product.js";
import { createToken, serveTeam, type TeamServer } from "../support/team-service.js";

/** A proxy between a machine and the service that can drop the connection at a chosen moment. */
class Wire {
  readonly #server: Server;
  isCut = false;
  /** Called between the service's answer and its delivery; `givenUp` resolves when the client stops waiting. */
  beforeAnswer: ((givenUp: Promise<void>) => Promise<void>) | undefined;
  passed = 0;

  constructor(service: () => string) {
    this.#server = createServer((incoming, outgoing) => {
      if (this.isCut) {
        incoming.socket.destroy();
        return;
      }
      const { method = "GET", headers } = incoming;
      const givenUp = new Promise<void>((resolve) => outgoing.once("close", resolve));
      const onward = request(service() + incoming.url, { method, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", async () => {
          this.passed += 1;
          await this.beforeAnswer?.(givenUp);
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
          outgoing.end(Buffer.concat(chunks));
        });
      });
      onward.on("error", () => incoming.socket.destroy());
      incoming.pipe(onward);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((ready) => this.#server.listen(0, "127.0.0.1", ready));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const ended = (child: ChildProcessWithoutNullStreams) =>
  new Promise<void>((resolve) => child.on("close", () => resolve()));

describe("a machine that shares memories through a service", () => {
  let team: Product;
  let service: TeamServer;
  let token: string;
  let wire: Wire;
  let ada: Product;
  let url: string;
  beforeAll(async () => {
    team = new Product();
    service = await serveTeam(team);
  });
  afterAll(async () => {
    await service.stop();
    team.remove();
  });
  beforeEach(async () => {
    // Each test has its own tenant.
    const tenant = `acme-${Math.random().toString(36).slice(2)}`;
    token = createToken(team, "ada", ["--tenant", tenant]).secret;
    wire = new Wire(() => service.address);
    url = await wire.open();
    ada = new Product();
    mkdirSync(ada.home, { recursive: true, mode: 0o700 });
    // Long enough for a busy machine, because only a lost answer is waited for.
    const settings = { remote: { url, token, timeout: 5000 }, search: { model: "off" } };
    writeFileSync(join(ada.home, "config.json"), JSON.stringify(settings), { mode: 0o600 });
  });
  afterEach(() => {
    wire.close();
    ada.remove();
  });

  /** Not `Product.run`, which would block the proxy in this process. */
  const typed = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const child = ada.start(args, { env });
    const [out, err]: string[][] = [[], []];
    child.stdout.on("data", (chunk) => out?.push(String(chunk)));
    child.stderr.on("data", (chunk) => err?.push(String(chunk)));
    await ended(child);
    return { status: child.exitCode, stdout: out?.join("") ?? "", stderr: err?.join("") ?? "" };
  };
  const run = async (...args: string[]) => {
    const { status, stdout } = await typed([...args, "--json"]);
    return { status, answer: JSON.parse(stdout || "{}") };
  };
  const set = (name: string, value: string) => ada.run(["config", "set", name, value]);
  const record = (title: string) => run("memory", "record", title, `What we know of ${title}.`, "--project-id", "shop");
  const search = async (query: string) => (await run("memory", "search", query, "--project-id", "shop")).answer;
  const push = async () => (await run("remote", "push")).answer;
  const waiting = async () => (await run("remote", "status")).answer.waiting;
  const onService = async () =>
    (await service.call(token, "memory_list", { project_id: "shop" })).body as {
      total: number;
      memories: { id: string }[];
    };

  it("stores its records on the service, where others find them", async () => {
    const { answer } = await record("Connection pools");
    expect(answer).toMatchObject({ id: expect.stringMatching(/^mem_/), title: "Connection pools" });
    expect((await onService()).memories).toMatchObject([{ id: answer.id }]);
    expect(await search("pools")).toMatchObject({ count: 1, memories: [{ id: answer.id }] });
    expect((await run("memory", "feedback", answer.id, "true")).answer).toMatchObject({ new_confidence: 0.6 });
    expect((await run("remote", "status")).answer).toMatchObject({ state: "answered", waiting: [] });
  });

  it("finds earlier local records together with the team's", async () => {
    set("remote.kinds", "remediations");
    await record("Pools of this machine");
    set("remote.kinds", "memories,remediations");
    await record("Pools of the team");
    const titles = (await search("pools")).memories.map(({ title }: { title: string }) => title);
    expect(titles.toSorted()).toEqual(["Pools of the team", "Pools of this machine"]);
    expect((await onService()).total).toBe(1);
    const server = await startMcpProcess(ada.env as Record<string, string>, ada.repository);
    const { hits } = (await server.call("recall", { query: "pools", project: "shop" })) as {
      hits: { id: string; title: string }[];
    };
    expect(hits.map(({ title }) => title).toSorted()).toEqual(["Pools of the team", "Pools of this machine"]);
    const teamHit = hits.find(({ title }) => title === "Pools of the team");
    expect(await server.call("recall_read", { id: teamHit?.id ?? "" })).toMatchObject({
      text: "What we know of Pools of the team.",
    });
    await server.close();
  });

  it("names the project of the folder to the service where an agent names none", async () => {
    const server = await startMcpProcess(ada.env as Record<string, string>, ada.repository);
    await server.call("memory_record", { content: "The walrus needs port 4100." });
    const { memories } = await server.call("memory_list", { project_id: ada.repository });
    expect(memories).toMatchObject([{ content: "The walrus needs port 4100." }]);
    const { hits } = await server.call("recall", { query: "walrus port" });
    expect(hits).toMatchObject([{ project: "team", score: expect.any(Number) }]);
    await server.close();
  });

  it("replaces a memory where it is", async () => {
    set("remote.kinds", "remediations");
    const { answer: own } = await record("Pools of this machine");
    set("remote.kinds", "memories,remediations");
    const { answer: shared } = await record("Pools of the team");
    for (const { id } of [own, shared])
      expect((await run("memory", "record", "Pools", `More than ${id}.`, "--replaces", id)).answer).toMatchObject({
        replaced: id,
      });
    expect((await onService()).total).toBe(2);
  });

  it("keeps working when the service is unreachable, reports it, and sends the queued writes later in order", async () => {
    wire.isCut = true;
    const queued = await record("Offline lessons");
    expect(queued.status).toBe(0);
    expect(queued.answer).toMatchObject({ id: expect.stringMatching(/^out_/), remote: { state: "queued" } });
    await record("Zebra crossings");
    const offline = await search("offline");
    expect(offline).toMatchObject({
      count: 1,
      memories: [{ id: queued.answer.id, title: "Offline lessons", state: "candidate" }],
      remote: { state: "unreachable", message: expect.stringContaining("unreachable") },
    });
    expect(offline).not.toHaveProperty("hint");
    expect((await typed(["memory", "record", "t", "c", "--project-id", "shop"])).stdout).toContain("queued and sent");
    expect(await waiting()).toHaveLength(3);
    expect((await onService()).total).toBe(0);
    wire.isCut = false;
    expect(await push()).toEqual({ sent: 3, refused: 0, waiting: 0 });
    expect((await onService()).total).toBe(3);
    expect((await search("offline")).count).toBe(1);
  });

  it("delivers queued records, votes and updates with the time at which they were made", async () => {
    const { answer: pools } = await record("Pools of connections");
    const { answer: carts } = await record("Carts and their timeouts");
    wire.isCut = true;
    await record("Learned offline");
    await run("memory", "feedback", pools.id, "true");
    await run("memory", "update", carts.id, "--content", "Carts expire after a day.");
    const times: string[] = (await waiting()).map(({ created }: { created: string }) => created);
    expect(new Set(times).size).toBe(3);
    wire.isCut = false;
    expect(await push()).toEqual({ sent: 3, refused: 0, waiting: 0 });
    const { memories } = await onService();
    const shown: { title: string; superseded_by: string }[] = [];
    for (const { id } of memories) shown.push((await service.call(token, "memory_get", { memory_id: id })).body.memory);
    const current = (title: string) => shown.find((one) => one.title === title && one.superseded_by === "");
    expect(current("Learned offline")).toMatchObject({ created_at: times[0], evidence: [{ at: times[0] }] });
    expect(current("Pools of connections")).toMatchObject({ updated_at: times[1], votes: { helpful: 1 } });
    expect(current("Carts and their timeouts")).toMatchObject({ created_at: times[2], updated_at: times[2] });
  });

  it("answers from its copy of the team's memory when the service is unreachable, with its age and the queued changes", async () => {
    const { answer: pools } = await record("Pools of connections");
    const { answer: carts } = await record("Carts and their timeouts");
    const fix = { title: "Start it", problem: "connect ECONNREFUSED 127.0.0.1:5432", root_cause: "It was down." };
    await service.call(token, "remediation_record", {
      ...fix,
      solution: "docker compose up db",
      category: "network",
      scope: "org",
    });
    await search("pools");
    const findFix = async () => (await run("remediation", "search", "connect ECONNREFUSED 10.0.0.7:5432")).answer;
    expect(await findFix()).toMatchObject({ count: 1 });
    wire.isCut = true;
    const unreachable = {
      state: "unreachable",
      as_of: expect.any(String),
      message: expect.stringMatching(/^Team memory as of .* UTC \(.+\); http\S+ is unreachable \(/),
    };
    expect(await search("pools")).toMatchObject({ memories: [{ id: pools.id }], remote: unreachable });
    expect(await findFix()).toMatchObject({ remediations: [{ title: "Start it" }], remote: unreachable });
    await record("Pools of threads");
    await run("memory", "update", carts.id, "--tags", "checkout");
    const list = async (...more: string[]) => (await run("memory", "list", "--project-id", "shop", ...more)).answer;
    expect(await list("--tag", "checkout")).toMatchObject({
      total: 1,
      memories: [{ id: carts.id }],
      remote: unreachable,
    });
    expect((await list()).total).toBe(3);
    const server = await startMcpProcess(ada.env as Record<string, string>, ada.repository);
    const titlesOf = (all: { title: string }[]) => all.map(({ title }) => title).toSorted();
    const found = (await server.call("memory_search", { project_id: "shop", query: "pools" })) as {
      memories: { title: string }[];
    };
    expect(found).toMatchObject({ remote: unreachable });
    expect(titlesOf(found.memories)).toEqual(["Pools of connections", "Pools of threads"]);
    const recalled = await server.call("recall", { query: "connections", project: "shop" });
    expect(recalled).toMatchObject({ hits: [{ title: "Pools of connections" }], remote: unreachable });
    await server.close();
    await run("memory", "forget", pools.id, "--yes");
    expect(titlesOf((await search("pools")).memories)).toEqual(["Pools of threads"]);
    set("remote.copiedRecords", "0");
    expect((await search("carts")).remote.message).toContain("Results of this machine only");
  });

  it("deletes its copy on sign-out and when the service refuses the token", async () => {
    const copies = async () => (await run("remote", "status")).answer.copies;
    await record("Pools of the team");
    await search("pools");
    expect(await copies()).toMatchObject([{ kind: "memories", project: "shop", records: 1 }]);
    set("remote.token", "tlp_wrong");
    await search("pools");
    set("remote.token", token);
    expect(await copies()).toEqual([]);
    await search("pools");
    expect(await copies()).toHaveLength(1);
    expect((await typed(["logout"])).stdout).toContain("Copied team memory was deleted");
    set("remote.url", url);
    set("remote.token", token);
    expect(await copies()).toEqual([]);
  });

  it("writes once when the machine crashes between sending and receiving the answer", async () => {
    const child = ada.start(["memory", "record", "Killed pools", "A lesson.", "--project-id", "shop"]);
    wire.beforeAnswer = async () => {
      child.kill("SIGKILL");
    };
    await ended(child);
    wire.beforeAnswer = undefined;
    expect((await onService()).total).toBe(1);
    expect(await waiting()).toHaveLength(1);
    await expect.poll(async () => (await push()).waiting, { timeout: 30_000, interval: 500 }).toBe(0);
    const { total, memories } = await onService();
    expect(total).toBe(1);
    const kept = await service.call(token, "memory_get", { memory_id: memories[0]?.id ?? "" });
    expect(kept.body.memory.evidence).toHaveLength(1);
    expect(wire.passed).toBeGreaterThan(1);
  });

  it("writes once when the answer is lost", async () => {
    wire.beforeAnswer = (givenUp) => {
      wire.isCut = true;
      return givenUp;
    };
    expect((await record("Lost answers")).answer.remote).toMatchObject({ state: "queued" });
    [wire.isCut, wire.beforeAnswer] = [false, undefined];
    await expect.poll(async () => (await push()).waiting, { timeout: 30_000, interval: 500 }).toBe(0);
    expect((await onService()).total).toBe(1);
  });

  it("reports what the service refuses, and stores nothing of it", async () => {
    const reader = createToken(team, "reader", ["--tenant", "acme", "--role", "read"]).secret;
    set("remote.token", reader);
    const refused = await record("Not allowed");
    expect(refused.status).toBe(5);
    expect(refused.answer.error).toMatchObject({
      code: "UNAUTHORIZED",
      message: expect.stringContaining("role write"),
    });
    set("remote.token", "tlp_wrong");
    expect((await record("Not known")).answer.error.details.hint).toContain("remote.token");
    expect(await run("remote", "status")).toMatchObject({ status: 1, answer: { state: "refused", waiting: [] } });
  });

  it("lets a person list and drop writes that were refused later", async () => {
    wire.isCut = true;
    await record("Too late");
    wire.isCut = false;
    set("remote.token", "tlp_wrong");
    expect(await push()).toEqual({ sent: 0, refused: 1, waiting: 0 });
    const [entry] = await waiting();
    expect(entry).toMatchObject({ tool: "memory_record", refused: expect.stringContaining("UNAUTHORIZED") });
    set("remote.token", token);
    expect((await run("remote", "push", "--refused")).answer).toEqual({ sent: 1, refused: 0, waiting: 0 });
    expect((await run("remote", "drop", entry.id, "--yes")).status).toBe(3);
  });

  it("ignores an address that would send the token unencrypted, and says so", async () => {
    const { stderr } = await typed(["memory", "list"], { THROUGHLINE_REMOTE_URL: "http://tl.example" });
    expect(stderr).toContain("https");
  });
});
