import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CommandResult } from "../../src/domain/bridge/commands.js";
import type { Implementation } from "../../src/domain/bridge/implementations.js";
import type { QueryAnswer } from "../../src/domain/bridge/queries.js";
import { bubblewrap } from "../../src/engine/bubblewrap/bubblewrap.js";
import { namespaces } from "../../src/engine/namespaces/namespaces.js";
import type { Sandbox } from "../../src/engine/sandbox.js";
import { aGitRepository, seedProject } from "../support/seed-project.js";
import { type TestApp, testApp } from "../support/test-app.js";
import { until } from "../support/until.js";

const noSandbox: Sandbox = {
  probe: async () => ({ works: false, about: "bubblewrap is not installed" }),
  wrap: () => Promise.reject(new Error("There is no sandbox.")),
};
const before = process.env.HOME;
let app: TestApp;
let web: string;

/** Uses a home folder that contains a secret and a cache, and a second repository. */
async function open(sandbox: Sandbox, settings: Readonly<Record<string, unknown>> = {}): Promise<void> {
  app = await testApp({ "agent.sandbox": "auto", ...settings }, undefined, { sandbox });
  await seedProject(app);
  web = aGitRepository(join(app.home.path, "..", "web"), { "a.txt": "a\n" });
  await app.bridge.projects.addRepository(app.call, { name: "web", path: web, description: "" });
  const home = join(app.home.path, "user");
  mkdirSync(join(home, ".ssh"), { recursive: true });
  writeFileSync(join(home, ".ssh", "id"), "private key");
  writeFileSync(join(home, "notes.txt"), "mine");
  process.env.HOME = home;
}
afterEach(() => app.remove());
afterAll(() => {
  process.env.HOME = before;
});

const run = (command: string) =>
  app.bridge.run(app.call, { repo: "api", command, background: false }) as Promise<CommandResult>;
const ask = (query: string) =>
  app.bridge.query(app.call, { repo: "api", query, fresh: false, background: false }) as Promise<QueryAnswer>;
const implement = (task: string) =>
  app.bridge.implement(app.call, { repo: "api", task, context: "", background: false }) as Promise<Implementation>;

for (const { layer, sandbox } of [
  { layer: "bubblewrap", sandbox: bubblewrap() },
  { layer: "namespaces", sandbox: namespaces() },
]) {
  const { works, about } = await sandbox.probe();
  describe.skipIf(!works)(`with ${layer}${works ? "" : ` (skipped: ${about})`}`, () => {
    beforeEach(() => open(sandbox, { "agent.sandbox": "required" }));

    it("stops every write attempt of a read-only run and keeps its answer", async () => {
      await expect(ask("WRITE evil.txt")).rejects.toMatchObject({
        code: "AGENT_ERROR",
        message: expect.stringContaining("EROFS"),
      });
      expect(existsSync(join(app.folder, "evil.txt"))).toBe(false);
      expect(await ask("What is this?")).toMatchObject({
        success: true,
        enforcement: "os",
        layers: [layer, "agent-permissions", "comparison"],
      });
    });

    it("keeps the changes of a task in its repository, and names what kept them there", async () => {
      const answer = await implement("ADD new.txt");
      expect(answer).toMatchObject({
        enforcement: "os",
        layers: [layer, "agent-permissions", "comparison"],
        result: { changes: [{ file: "new.txt", action: "created" }] },
      });
      for (const path of [join(web, "evil.txt"), join(app.home.path, "evil.txt"), join(app.folder, ".git", "config")]) {
        await implement(`WRITE ${path}`).catch(() => undefined);
      }
      expect(existsSync(join(web, "evil.txt"))).toBe(false);
      expect(existsSync(join(app.home.path, "evil.txt"))).toBe(false);
      expect(readFileSync(join(app.folder, ".git", "config"), "utf8")).not.toContain("fixture");
    });

    it("keeps a task in its worktree, and the repository's own files unchanged", async () => {
      await app.remove();
      await open(sandbox, { "agent.isolation": "worktree" });
      const { result } = await implement("ADD new.txt");
      expect(result.branch).toMatch(/^throughline\//);
      await implement(`WRITE ${join(app.folder, "evil.txt")}`).catch(() => undefined);
      expect(existsSync(join(app.folder, "evil.txt"))).toBe(false);
    });

    it("allows writes to the paths in agent.writable alone", async () => {
      const shared = mkdtempSync(join(tmpdir(), "throughline-shared-"));
      const cache = join(shared, "cache");
      await implement(`WRITE ${cache}`).catch(() => undefined);
      expect(existsSync(cache)).toBe(false);
      await app.remove();
      await open(sandbox, { "agent.writable": [shared] });
      await implement(`WRITE ${cache}`);
      expect(existsSync(cache)).toBe(true);
      rmSync(shared, { recursive: true });
    });

    it("lets a command write to the repository, with its own tmp and without the home's secrets", async () => {
      const { result, layers } = await run(
        "echo made > made.txt; ls -A /tmp | wc -l; cat ~/.ssh/id; cat ~/notes.txt; touch /usr/x",
      );
      expect(readFileSync(join(app.folder, "made.txt"), "utf8")).toBe("made\n");
      expect(result.stdout).toContain("mine");
      expect(result.stdout).not.toContain("private key");
      expect(result.stderr).toContain("Read-only file system");
      expect(layers).toEqual([layer]);
    });
  });
}

describe("without a sandbox", () => {
  it("nothing runs when a sandbox is required", async () => {
    await open(noSandbox, { "agent.sandbox": "required" });
    await expect(ask("What is this?")).rejects.toMatchObject({ code: "SANDBOX_UNAVAILABLE" });
    await expect(run("true")).rejects.toMatchObject({ code: "SANDBOX_UNAVAILABLE" });
  });

  it("a task is refused with the reason and what to do, until the project allows it", async () => {
    await open(noSandbox);
    await expect(implement("ADD new.txt")).rejects.toMatchObject({
      code: "SANDBOX_UNAVAILABLE",
      message: expect.stringContaining("bubblewrap is not installed"),
      hint: expect.stringContaining("project policy --unconfined allow"),
    });
    expect(existsSync(join(app.folder, "new.txt"))).toBe(false);
    await app.bridge.setPolicy(app.call, undefined, { unconfined: "allow" });
    expect(await implement("ADD new.txt")).toMatchObject({
      enforcement: "cli",
      layers: ["agent-permissions", "comparison"],
      result: { changes: [{ file: "new.txt" }] },
    });
  });

  it("a question whose agent wrote to any registered repository fails, with the change", async () => {
    await open(noSandbox);
    expect(await ask("What is this?")).toMatchObject({ layers: ["agent-permissions", "comparison"] });
    await expect(ask(`WRITE ${join(web, "evil.txt")}`)).rejects.toMatchObject({
      code: "WRITTEN_OUTSIDE",
      details: { outside: [{ repo: "web", files: ["evil.txt"] }] },
    });
    const other = aGitRepository(join(app.home.path, "..", "other"), { "a.txt": "a\n" });
    await app.bridge.projects.create(app.call, { name: "elsewhere", description: "" });
    const place = { name: "other", path: other, description: "", project: "elsewhere" };
    await app.bridge.projects.addRepository(app.call, place);
    await expect(ask(`WRITE ${join(other, "evil.txt")}`)).rejects.toMatchObject({
      details: { outside: [{ repo: "elsewhere/other", files: ["evil.txt"] }] },
    });
  });

  it("a question to an agent without restrictions of its own is refused, until the project allows it", async () => {
    await open(noSandbox, { "agent.type": "custom", "agent.command": "claude" });
    await expect(ask("What is this?")).rejects.toMatchObject({
      code: "SANDBOX_UNAVAILABLE",
      message: expect.stringContaining("from writing"),
    });
    await app.bridge.setPolicy(app.call, undefined, { unconfined: "allow" });
    expect(await ask("What is this?")).toMatchObject({ enforcement: "none", layers: ["comparison"] });
  });

  it("a task that changed another repository fails, with both changes", async () => {
    await open(noSandbox);
    await app.bridge.setPolicy(app.call, undefined, { unconfined: "allow" });
    await expect(implement(`ADD new.txt WRITE ${join(web, "evil.txt")}`)).rejects.toMatchObject({
      code: "WRITTEN_OUTSIDE",
      details: { outside: [{ repo: "web", files: ["evil.txt"] }], changes: [{ file: "new.txt" }] },
      hint: expect.stringContaining("throughline undo"),
    });
  });

  it("a commit in another repository is noticed too", async () => {
    await open(noSandbox);
    await app.bridge.setPolicy(app.call, undefined, { unconfined: "allow" });
    const [begun, go] = ["begun", "go"].map((name) => join(app.folder, ".git", name)) as [string, string];
    const task = implement(`WRITE ${begun} AWAIT ${go}`);
    await Promise.race([task, until("the agent has begun", () => existsSync(begun))]);
    writeFileSync(join(web, "a.txt"), "b\n");
    execFileSync("git", ["-C", web, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-qam", "b"]);
    writeFileSync(go, "");
    await expect(task).rejects.toMatchObject({
      code: "WRITTEN_OUTSIDE",
      details: { outside: [{ repo: "web", files: expect.arrayContaining(["HEAD"]) }] },
    });
  });
});
