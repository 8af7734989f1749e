import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type McpProcess, startMcpProcess } from "../support/mcp-process.js";
import { aGitRepository } from "../support/seed-project.js";
import { root } from "../support/sources.js";
import { until } from "../support/until.js";

/** More than agents may run. */
const repositories = 6;
const questions = 12;
const limit = 4;
let made: string;
let folder: string;
let log: string;
let env: Record<string, string>;
const open: McpProcess[] = [];

/** The repositories and a home with them, created once because that takes longer than most of the tests. */
beforeAll(() => {
  made = mkdtempSync(join(tmpdir(), "throughline-bridge-"));
  env = {
    HOME: made,
    THROUGHLINE_HOME: join(made, "home"),
    PATH: `${join(root, "test", "fixtures", "agents")}${delimiter}${process.env.PATH}`,
    THROUGHLINE_AGENT_CONCURRENCY: String(limit),
    THROUGHLINE_AGENT_SANDBOX: "off",
  };
  throughline("project", "create", "shop");
  for (let i = 0; i < repositories; i++) {
    const path = join(made, `repo${i}`);
    mkdirSync(path);
    aGitRepository(path);
    throughline("repo", "add", `repo${i}`, path);
  }
});

/** Each test starts with a copy of that home. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-bridge-"));
  log = join(folder, "fixture.log");
  writeFileSync(log, "");
  cpSync(join(made, "home"), join(folder, "home"), { recursive: true });
  env = { ...env, HOME: folder, THROUGHLINE_HOME: join(folder, "home"), FIXTURE_LOG: log };
});

afterEach(async () => {
  await Promise.all(
    open
      .splice(0)
      .map((server) => (server.child.exitCode === null && !server.child.killed ? server.close() : undefined)),
  );
  rmSync(folder, { recursive: true, force: true });
});

afterAll(() => rmSync(made, { recursive: true, force: true }));

const throughline = (...args: string[]) =>
  execFileSync(process.execPath, [join(root, "dist", "main.js"), ...args], { env, encoding: "utf8" });

async function start(changes: Record<string, string> = {}): Promise<McpProcess> {
  const server = await startMcpProcess({ ...env, ...changes }, folder);
  open.push(server);
  return server;
}

interface Event {
  readonly event: "start" | "end";
  readonly pid: number;
}

const events = () =>
  readFileSync(log, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event);

/** The maximum number of agents running at the same time. */
function maxConcurrency(): number {
  const running = new Set<number>();
  let max = 0;
  for (const { event, pid } of events()) {
    if (event === "start") running.add(pid);
    else running.delete(pid);
    max = Math.max(max, running.size);
  }
  return max;
}

/** Agents that are still running; an exited one may remain as a zombie. */
const alive = () =>
  [...new Set(events().map(({ pid }) => pid))].filter((pid) => {
    try {
      return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    } catch {
      return false;
    }
  });

const untilAllRun = () => until("as many agents run as may", () => alive().length === limit);
const untilNoneRuns = () => until("no agent runs", () => alive().length === 0);

describe("many questions at once", () => {
  it("never run more agents than the limit, and all are answered", async () => {
    const server = await start();
    const resumeFile = join(folder, "go-on");
    const pending = Array.from({ length: questions }, (_, i) =>
      server.call("query_repo", { repo: `repo${i % repositories}`, query: `AWAIT ${resumeFile} question ${i}` }),
    );
    await untilAllRun();
    writeFileSync(resumeFile, "");
    const answers = await Promise.all(pending);
    expect(answers.filter(({ success }) => success === true)).toHaveLength(questions);
    expect(maxConcurrency()).toBe(limit);
    expect(alive()).toEqual([]);
  });

  it("share the limit between two servers", async () => {
    const servers = await Promise.all([start(), start()]);
    const pending = servers.flatMap((server, s) =>
      Array.from({ length: 5 }, (_, i) =>
        server.call("query_repo", { repo: `repo${i}`, query: `SLOW 150 of server ${s}` }),
      ),
    );
    expect((await Promise.all(pending)).every(({ success }) => success === true)).toBe(true);
    expect(maxConcurrency()).toBeLessThanOrEqual(limit);
  });

  it("start one agent for equal questions", async () => {
    const server = await start();
    const pending = Array.from({ length: 5 }, () =>
      server.call("query_repo", { repo: "repo0", query: "SLOW 150 the same" }),
    );
    const ids = (await Promise.all(pending)).map(({ subAgentId }) => subAgentId);
    expect(new Set(ids).size).toBe(1);
    expect(events().filter(({ event }) => event === "start")).toHaveLength(1);
  });
});

describe("nothing is left behind", () => {
  const hang = { name: "query_all_repos", arguments: { query: "GRANDCHILD HANG" } };

  it("when the client cancels", async () => {
    const server = await start();
    const { id } = server.request("tools/call", hang);
    await untilAllRun();
    server.notify("notifications/cancelled", { requestId: id, reason: "enough" });
    await untilNoneRuns();
    expect((await server.call("list_repos", {})).count).toBe(repositories);
  });

  it("when the timeout expires", async () => {
    const server = await start({
      CONTEXT_BRIDGE_AGENT_TIMEOUT: "1000",
      THROUGHLINE_AGENT_CONCURRENCY: String(repositories),
    });
    const answer = (await server.call("query_all_repos", { query: "GRANDCHILD HANG" })) as {
      summary: { failed: number };
    };
    expect(answer.summary.failed).toBe(repositories);
    expect(alive()).toEqual([]);
  });

  it("when the client goes away", async () => {
    const server = await start();
    server.request("tools/call", hang);
    await untilAllRun();
    expect(await server.close()).toBe(0);
    expect(alive()).toEqual([]);
  });

  it("when the client is killed", async () => {
    const open = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    };
    const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: hang };
    const script = `
      const server = require("node:child_process").spawn(process.execPath, [${JSON.stringify(join(root, "dist", "main.js"))}, "mcp"], { stdio: ["pipe", "ignore", "ignore"] });
      server.stdin.write(${JSON.stringify(`${JSON.stringify(open)}\n${JSON.stringify(call)}\n`)});
      console.log(server.pid);
      setInterval(() => {}, 1000);`;
    const client = spawn(process.execPath, ["-e", script], { env, cwd: folder });
    await untilAllRun();
    client.kill("SIGKILL");
    await untilNoneRuns();
  });

  it("when the server itself is killed", async () => {
    const server = await start();
    server.request("tools/call", hang);
    await untilAllRun();
    server.child.kill("SIGKILL");
    await untilNoneRuns();
    const next = await start();
    expect((await next.call("query_repo", { repo: "repo0", query: "Still there?" })).success).toBe(true);
  });
});

describe("long calls", () => {
  it("report progress that grows, when the client asks for it", async () => {
    const server = await start();
    const params = { name: "query_all_repos", arguments: { query: "What is this?" }, _meta: { progressToken: "p" } };
    await server.request("tools/call", params).answer;
    const steps = server.notifications
      .filter(({ method }) => method === "notifications/progress")
      .map(({ params }) => (params as { progress: number }).progress);
    expect(steps.length).toBeGreaterThanOrEqual(repositories);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
  });

  it("continue in the background and can be queried by another server", async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const { subAgentId } = await first.call("query_repo", { repo: "repo0", query: "SLOW 300 later", background: true });
    let result: Record<string, unknown> = {};
    await until("the other server knows the answer", async () => {
      result = await second.call("run_result", { id: subAgentId as string });
      return (result.answer ?? null) !== null;
    });
    expect(result.answer).toMatchObject({ success: true, repo: "repo0" });
    const { subAgentId: hanging } = await first.call("query_repo", { repo: "repo1", query: "HANG", background: true });
    await until("the agent runs", () => alive().length === 1);
    await second.call("run_cancel", { id: hanging as string });
    await untilNoneRuns();
  });
});

describe("a command that needs approval", () => {
  it("runs only when the person approves", async () => {
    throughline("project", "policy", "shop", "--otherwise", "ask");
    const answers = [
      { action: "accept", content: { allow: true } },
      { action: "accept", content: { allow: false } },
      { action: "decline" },
    ];
    const pending: unknown[] = [];
    const server = await startMcpProcess(env, folder, (question) => {
      pending.push(question.message);
      return answers[pending.length - 1] ?? {};
    });
    open.push(server);
    const run = () => server.call("run_in_repo", { repo: "repo0", command: "echo yes" });
    expect(await run()).toMatchObject({ success: true, result: { stdout: "yes\n" } });
    expect(await run()).toMatchObject({ error: { code: "POLICY_DENIED" } });
    expect(await run()).toMatchObject({ error: { code: "POLICY_DENIED" } });
    expect(pending[0]).toContain("echo yes");
    expect(await (await start()).call("run_in_repo", { repo: "repo0", command: "echo yes" })).toMatchObject({
      error: { code: "POLICY_DENIED", message: expect.stringContaining("cannot ask") },
    });
  });
});

describe("a server that a sub-agent started", () => {
  it("answers about projects, but starts nothing", async () => {
    const server = await start({ THROUGHLINE_AGENT_DEPTH: "1" });
    expect((await server.call("list_repos", {})).count).toBe(repositories);
    for (const [tool, input] of [
      ["query_repo", { query: "x" }],
      ["implement_in_repo", { task: "x" }],
    ] as const) {
      expect(await server.call(tool, { repo: "repo0", ...input })).toMatchObject({
        error: { code: "RECURSION_REFUSED" },
      });
    }
    expect(await server.call("run_in_repo", { repo: "repo0", command: "true" })).toMatchObject({
      error: { code: "RECURSION_REFUSED" },
    });
    expect(events()).toEqual([]);
  });
});
