import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { CommandResult } from "../../src/domain/bridge/commands.js";
import type { Implementation } from "../../src/domain/bridge/implementations.js";
import type { QueryAnswer } from "../../src/domain/bridge/queries.js";
import { findMarkedProcesses } from "../../src/engine/agent-cli/process-markers.js";
import { openRunStore } from "../../src/store/bridge/run-store.js";
import { aGitRepository, seedProject } from "../support/seed-project.js";
import { type TestApp, testApp } from "../support/test-app.js";
import { until } from "../support/until.js";

let app: TestApp;
let api: string;

async function open(settings: Readonly<Record<string, unknown>> = {}): Promise<void> {
  if (app) await app.remove();
  app = await testApp({ "agent.sandbox": "off", ...settings });
  await seedProject(app);
  api = app.folder;
}
beforeEach(() => open());
afterAll(() => app.remove());

const ask = (query: string, changes: object = {}) =>
  app.bridge.query(app.call, {
    repo: "api",
    query,
    fresh: false,
    background: false,
    ...changes,
  }) as Promise<QueryAnswer>;
const run = (command: string, changes: object = {}) =>
  app.bridge.run(app.call, { repo: "api", command, background: false, ...changes }) as Promise<CommandResult>;
const implement = (task: string, changes: object = {}) =>
  app.bridge.implement(app.call, {
    repo: "api",
    task,
    context: "",
    background: false,
    ...changes,
  }) as Promise<Implementation>;
const git = (...args: string[]) =>
  execFileSync("git", ["-C", api, "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
    encoding: "utf8",
  });
/** The fixture writes this file inside .git, so that the tree does not change. */
const untilBegun = () => until("the agent has begun", () => existsSync(join(api, ".git", "begun")));
const code = (error: unknown) => expect.objectContaining({ code: error });

describe("a question", () => {
  it("is answered with locations that exist, once, and then from the cache", async () => {
    const first = await ask("What is this?");
    expect(first).toMatchObject({ success: true, cached: false, sources: [{ file: "README.md", line: 1 }] });
    expect(first.result).toContain("Answer of the fixture");
    expect(await ask("what  IS this?")).toMatchObject({ cached: true, executionTime: 0, subAgentId: first.subAgentId });
    expect(await ask("What is this?", { fresh: true })).toMatchObject({ cached: false });
  });

  it("is asked again after an edit, after a commit and after a run that wrote", async () => {
    await ask("What is this?");
    writeFileSync(join(api, "README.md"), "# Changed\n");
    expect((await ask("What is this?")).cached).toBe(false);
    git("commit", "-qam", "change");
    expect((await ask("What is this?")).cached).toBe(false);
    expect((await ask("What is this?")).cached).toBe(true);
    await implement("ADD new.txt");
    expect((await ask("What is this?")).cached).toBe(false);
  });

  it("fails with the agent's message when it crashes or stays silent, survives garbage, and caches no failure", async () => {
    await expect(ask("CRASH")).rejects.toMatchObject({
      code: "AGENT_ERROR",
      message: expect.stringContaining("it exploded"),
    });
    await expect(ask("SILENT")).rejects.toEqual(code("AGENT_ERROR"));
    expect((await ask("GARBAGE please")).result).toContain("Answer");
    await expect(ask("CRASH")).rejects.toEqual(code("AGENT_ERROR"));
  });

  it("is stopped when the agent has permissions that a read-only run must not have", async () => {
    await expect(ask("OVERSTEP")).rejects.toMatchObject({ message: expect.stringContaining("Bash") });
  });

  it("reports a read-only run that wrote, with the change, and caches no answer", async () => {
    await expect(ask("WRITE evil.txt")).rejects.toMatchObject({
      code: "READ_ONLY_VIOLATED",
      details: { changed: ["evil.txt"] },
    });
    rmSync(join(api, "evil.txt"));
    await expect(ask("WRITE .git/hooks/post-checkout")).rejects.toEqual(code("READ_ONLY_VIOLATED"));
  });

  it("survives 40 MB of noise and a 12 MB line, and keeps all of it in the transcript", async () => {
    const { subAgentId, result } = await ask("FLOOD 40 LONGLINE");
    expect(result).toContain("Answer");
    expect(statSync(await app.bridge.runs.transcript(app.call, subAgentId)).size).toBeGreaterThan(52 * 1024 * 1024);
  });

  it("is truncated when the answer is too long, with a pointer to the rest", async () => {
    const { result, subAgentId } = await ask("LONGANSWER");
    expect(result.length).toBeLessThan(61_000);
    expect(result).toContain(subAgentId);
  });

  it("is stopped over its token budget, and refused when the daily budget is used up", async () => {
    await open({ "agent.runTokens": 1000 });
    await expect(ask("TOKENS 5000")).rejects.toEqual(code("BUDGET_EXCEEDED"));
    await open({ "agent.dayCost": 0.01 });
    await ask("What is this?");
    await expect(ask("And what else?")).rejects.toEqual(code("BUDGET_EXCEEDED"));
    expect((await ask("What is this?")).cached).toBe(true);
  });

  it("receives public, relevant context of the project's other repositories", async () => {
    const web = aGitRepository(join(app.home.path, "web"), { "a.txt": "a" });
    await app.bridge.projects.addRepository(app.call, { name: "web", path: web, description: "" });
    const { change, knowledge } = await app.context.open({ folder: web, caller: "test" });
    await change(async () => {
      await knowledge.put({ key: "routing", content: "Routes are versioned under /v2.", author: "test" });
      await knowledge.put({ key: "secret", content: "Routes of the private kind.", scope: "private", author: "test" });
      await knowledge.put({ key: "colors", content: "Buttons are green.", author: "test" });
    });
    const { result } = await ask("ECHO How are routes versioned?");
    expect(result).toContain('<material source="web: knowledge/routing">\nRoutes are versioned under /v2.');
    expect(result).not.toContain("private kind");
    expect(result).not.toContain("green");
  });

  it("is refused when it is empty or the repository is unknown, naming the known ones", async () => {
    await expect(ask("  ")).rejects.toEqual(code("INVALID_INPUT"));
    await expect(ask("x", { repo: "zzz" })).rejects.toMatchObject({
      code: "REPO_NOT_FOUND",
      details: { project: "ecommerce", requested_repo: "zzz", available_repos: ["api"] },
    });
    await expect(ask("x", { project: "zzz" })).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
  });

  it("reports an agent that is not installed, and how to install it", async () => {
    await open({ "agent.type": "codex" });
    await expect(ask("x")).rejects.toMatchObject({
      code: "AGENT_NOT_INSTALLED",
      hint: expect.stringContaining("npm install -g @openai/codex"),
    });
  });

  it("stops at the timeout with everything the agent started", async () => {
    await open({ "agent.timeout": 700 });
    await expect(ask("GRANDCHILD HANG")).rejects.toEqual(code("AGENT_TIMEOUT"));
    const [{ subAgentId = "", status, error } = {}] = await app.bridge.runs.status(app.call, { limit: 1 });
    expect({ status, error }).toMatchObject({ status: "failed", error: expect.stringContaining("700 ms") });
    expect(await findMarkedProcesses(subAgentId)).toEqual([]);
  });

  it("is recorded as canceled when another process cancels it just before its end", async () => {
    const answer = ask("WRITE .git/begun AWAIT .git/go-on");
    const outcome = expect(answer).rejects.toEqual(code("CANCELLED"));
    await untilBegun();
    const [{ subAgentId = "" } = {}] = await app.bridge.runs.status(app.call, { limit: 1 });
    expect(await openRunStore(app.sql).requestCancel("local", subAgentId)).toBe(true);
    writeFileSync(join(api, ".git", "go-on"), "");
    await outcome;
    expect(await app.bridge.runs.status(app.call, { limit: 1 })).toMatchObject([{ subAgentId, status: "cancelled" }]);
  });

  it("ends when its caller cancels, and is recorded as canceled", async () => {
    const stop = new AbortController();
    const asked = app.bridge.query(
      { ...app.call, signal: stop.signal },
      { repo: "api", query: "WRITE .git/begun AWAIT .git/go-on", fresh: false, background: false },
    );
    await untilBegun();
    stop.abort();
    await expect(asked).rejects.toEqual(code("CANCELLED"));
    await app.bridge.close();
    expect(await app.bridge.runs.status(app.call, { limit: 1 })).toMatchObject([{ status: "cancelled" }]);
  });
});

describe("a question to all repositories", () => {
  it("merges the answers and says which repositories failed", async () => {
    const web = aGitRepository(join(app.home.path, "web"), { "a.txt": "a" });
    const gone = aGitRepository(join(app.home.path, "gone"), { "a.txt": "a" });
    for (const [name, path] of [
      ["web", web],
      ["gone", gone],
    ] as const) {
      await app.bridge.projects.addRepository(app.call, { name, path, description: "" });
    }
    rmSync(gone, { recursive: true });
    const all = await app.bridge.queryAll(app.call, { query: "What?", repos: [], fresh: false });
    expect(all.summary).toMatchObject({ total: 3, succeeded: 2, failed: 1, failedRepos: ["gone"] });
    expect(all.results.find(({ repo }) => repo === "gone")?.error?.code).toBe("PATH_INVALID");
    const some = await app.bridge.queryAll(app.call, { query: "What?", repos: ["web"], fresh: false });
    expect(some.summary).toMatchObject({ total: 1, cached: 1 });
  });
});

describe("a task", () => {
  it("reports the changes git sees, and undo restores the exact tree", async () => {
    writeFileSync(join(api, "mine.txt"), "uncommitted\n");
    const before = git("status", "--porcelain");
    const { result, subAgentId } = await implement("ADD new.txt");
    expect(subAgentId).toMatch(/^sa_impl_/);
    expect(result.changes).toEqual([{ file: "new.txt", action: "created", description: "+2 -0 lines" }]);
    expect(result.diff).toContain("+two");
    expect(result).toMatchObject({ summary: expect.stringContaining("Answer"), notes: "Nothing else." });

    writeFileSync(join(api, "since.txt"), "later work\n");
    await expect(app.bridge.undo(app.call, subAgentId, { force: false })).rejects.toMatchObject({
      details: { files: ["since.txt"] },
    });
    rmSync(join(api, "since.txt"));
    await app.bridge.undo(app.call, subAgentId, { force: false });
    expect(git("status", "--porcelain")).toBe(before);
    expect(readFileSync(join(api, "mine.txt"), "utf8")).toBe("uncommitted\n");
  });

  it("shows what a failed run changed and how to undo it", async () => {
    await open({ "agent.runTokens": 1000 });
    await expect(implement("WRITE half.txt TOKENS 5000")).rejects.toMatchObject({
      code: "BUDGET_EXCEEDED",
      details: { changes: [{ file: "half.txt", action: "created" }] },
      hint: expect.stringContaining("undo"),
    });
  });

  it("refuses a second writer in the same tree", async () => {
    const first = implement("WRITE .git/begun ADD a.txt AWAIT .git/go-on");
    await untilBegun();
    await expect(implement("ADD b.txt")).rejects.toEqual(code("BUSY"));
    writeFileSync(join(api, ".git", "go-on"), "");
    expect((await first).success).toBe(true);
  });

  it("works on its own branch when runs are isolated, and leaves the tree unchanged", async () => {
    await open({ "agent.isolation": "worktree" });
    const { result, subAgentId } = await implement("ADD new.txt");
    expect(result).toMatchObject({ branch: `throughline/${subAgentId}`, changes: [{ file: "new.txt" }] });
    expect(git("status", "--porcelain")).toBe("");
    expect(git("show", `throughline/${subAgentId}:new.txt`)).toBe("one\ntwo\n");
    await app.bridge.undo(app.call, subAgentId, { force: false });
    expect(git("branch", "--list", "throughline/*")).toBe("");
    expect(existsSync(join(app.home.path, "worktrees", subAgentId))).toBe(false);
  });

  it("is refused where changes could not be undone", async () => {
    const plain = join(app.home.path, "plain");
    mkdirSync(plain, { recursive: true });
    await app.bridge.projects.addRepository(app.call, { name: "plain", path: plain, description: "" });
    await expect(implement("ADD a.txt", { repo: "plain" })).rejects.toEqual(code("PATH_INVALID"));
    expect((await ask("What is this?", { repo: "plain" })).success).toBe(true);
  });
});

describe("a command", () => {
  it("returns exit code and output, including for a failure and a signal", async () => {
    expect((await run("echo hello; echo oops >&2; exit 3")).result).toEqual({
      exitCode: 3,
      stdout: "hello\n",
      stderr: "oops\n",
      workingDirectory: api,
    });
    expect((await run("kill -9 $$")).result.exitCode).toBe(137);
    expect((await run("cat; echo end")).result.stdout).toBe("end\n");
  });

  it("cannot see our secrets", async () => {
    process.env.MY_SECRET_TOKEN = "s3cret";
    const { result } = await run("env");
    delete process.env.MY_SECRET_TOKEN;
    expect(result.stdout).not.toContain("s3cret");
    expect(result.stdout).toContain("PATH=");
  });

  it("keeps the start and the end of a long output", async () => {
    const { result } = await run("seq 1 100000");
    expect(result.truncated).toBe(true);
    expect(result.stdout.length).toBeLessThan(31_000);
    expect(result.stdout).toMatch(/^1\n2\n[\s\S]*99999\n100000\n$/);
  });

  it("handles binary output and terminal sequences", async () => {
    const { result } = await run("printf '\\377\\376\\000\\033[31mred\\033[0m'");
    expect(result.stdout.trim()).toBe("\ufffd\ufffdred");
  });

  it("leaves no forked process behind", async () => {
    const { subAgentId } = await run("setsid sleep 300 & sleep 300 & echo started");
    expect(await findMarkedProcesses(subAgentId)).toEqual([]);
  });

  it("stops at the timeout and shows what it printed until then", async () => {
    await open({ "agent.timeout": 5000 });
    await expect(run("echo early; sleep 300 & sleep 300")).rejects.toMatchObject({
      code: "COMMAND_TIMEOUT",
      details: { stdout: "early\n" },
    });
  });

  it("accepts a shorter timeout than the setting, never a longer one", async () => {
    await expect(run("sleep 300", { timeoutMs: 200 })).rejects.toMatchObject({ details: { timeoutMs: 200 } });
    await expect(ask("HANG", { timeoutMs: 300 })).rejects.toMatchObject({
      code: "AGENT_TIMEOUT",
      details: { timeoutMs: 300 },
    });
    await open({ "agent.timeout": 300 });
    await expect(run("sleep 300", { timeoutMs: 60_000 })).rejects.toMatchObject({ details: { timeoutMs: 300 } });
  });

  it("obeys the project's policy, and asks a person where it says so", async () => {
    await app.bridge.setPolicy(app.call, undefined, { allow: ["echo *"], deny: ["rm *"], otherwise: "ask" });
    expect((await run("echo fine")).success).toBe(true);
    await expect(run("echo x; rm -rf .")).rejects.toEqual(code("POLICY_DENIED"));
    await expect(run("ls")).rejects.toEqual(code("POLICY_DENIED"));
    const asked: string[] = [];
    const confirm = async (question: string) => asked.push(question) > 0;
    const answer = await app.bridge.run({ ...app.call, confirm }, { repo: "api", command: "ls", background: false });
    expect(answer.success).toBe(true);
    expect(asked[0]).toContain("ls");
    await expect(
      app.bridge.run({ ...app.call, confirm: async () => false }, { repo: "api", command: "ls", background: false }),
    ).rejects.toMatchObject({ message: expect.stringContaining("refused") });
  });
});

describe("a run in the background", () => {
  it("returns immediately, can be followed, and has its result later", async () => {
    const started = await ask("AWAIT .git/go-on", { background: true });
    expect(started).toMatchObject({ success: true, status: "running" });
    const id = started.subAgentId;
    expect(await app.bridge.runs.result(app.call, id)).toMatchObject({ answer: null });
    writeFileSync(join(api, ".git", "go-on"), "");
    await until("the result is there", async () => (await app.bridge.runs.result(app.call, id)).answer !== null);
    expect((await app.bridge.runs.result(app.call, id)).answer).toMatchObject({ success: true, repo: "api" });
  });

  it("can be stopped, and refuses what could never start", async () => {
    const { subAgentId } = await run("sleep 300", { background: true });
    expect(await app.bridge.runs.cancel(app.call, subAgentId)).toMatchObject({ wasRunning: true });
    await until("the run has ended", async () => {
      const [run] = await app.bridge.runs.status(app.call, { id: subAgentId, limit: 1 });
      return run?.status === "cancelled";
    });
    await expect(app.bridge.runs.result(app.call, subAgentId)).rejects.toEqual(code("CANCELLED"));
    await expect(run("ls", { background: true, repo: "zzz" })).rejects.toEqual(code("REPO_NOT_FOUND"));
  });
});

describe("projects", () => {
  it("belong to the conversation: another client's switch does not change it", async () => {
    await app.bridge.projects.create(app.call, { name: "tools", description: "" });
    const mine = { ...app.call, session: "mine" };
    const theirs = { ...app.call, session: "theirs" };
    expect(await app.bridge.projects.active(mine)).toBe("ecommerce");
    await app.bridge.projects.switchTo(theirs, "tools");
    expect(await app.bridge.projects.active(mine)).toBe("ecommerce");
    expect(await app.bridge.projects.active({ ...app.call, session: "new" })).toBe("tools");
  });

  it("have statistics of their operations", async () => {
    await ask("What is this?");
    await implement("ADD a.txt");
    const info = await app.bridge.info(app.call);
    expect(info.stats).toMatchObject({ queryCount: 1, implementationCount: 1, totalFiles: 2, validRepos: 1 });
    const { overall, projects } = await app.bridge.storage.stats(app.call, "ecommerce");
    expect(overall).toMatchObject({ queries: 1, runs: 3 });
    expect(projects).toMatchObject([{ name: "ecommerce", queries: 1 }]);
    expect(git("for-each-ref", "refs/throughline")).not.toBe("");
    expect(await app.bridge.storage.clear(app.call, { cache: false })).toMatchObject({ runs: 3 });
    expect(git("for-each-ref", "refs/throughline")).toBe("");
  });

  it("refuse invalid names and missing folders", async () => {
    await expect(app.bridge.projects.create(app.call, { name: "a/b", description: "" })).rejects.toEqual(
      code("INVALID_INPUT"),
    );
    await expect(
      app.bridge.projects.addRepository(app.call, { name: "x", path: "/nowhere", description: "" }),
    ).rejects.toEqual(code("PATH_INVALID"));
    await expect(app.bridge.projects.remove(app.call, "zzz", { force: false })).rejects.toEqual(
      code("PROJECT_NOT_FOUND"),
    );
  });
});
