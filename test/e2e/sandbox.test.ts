import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CommandResult } from "../../src/domain/bridge/commands.js";
import type { QueryAnswer } from "../../src/domain/bridge/queries.js";
import { bubblewrap } from "../../src/engine/bubblewrap/bubblewrap.js";
import { seedProject } from "../support/seed-project.js";
import { type TestApp, testApp } from "../support/test-app.js";

const { works, about } = await bubblewrap().probe();
const before = process.env.HOME;
let app: TestApp;

/** Uses a home folder that contains a secret and a cache. */
beforeEach(async () => {
  app = await testApp({ "agent.sandbox": works ? "required" : "auto" });
  await seedProject(app);
  const home = join(app.home.path, "user");
  mkdirSync(join(home, ".ssh"), { recursive: true });
  writeFileSync(join(home, ".ssh", "id"), "private key");
  writeFileSync(join(home, "notes.txt"), "mine");
  process.env.HOME = home;
});
afterEach(() => app.remove());
afterAll(() => {
  process.env.HOME = before;
});

const run = (command: string) =>
  app.bridge.run(app.call, { repo: "api", command, background: false }) as Promise<CommandResult>;
const ask = (query: string) =>
  app.bridge.query(app.call, { repo: "api", query, fresh: false, background: false }) as Promise<QueryAnswer>;

describe.skipIf(!works)(works ? "the sandbox" : `the sandbox (skipped: ${about})`, () => {
  it("stops every write attempt of a read-only run and keeps its answer", async () => {
    await expect(ask("WRITE evil.txt")).rejects.toMatchObject({
      code: "AGENT_ERROR",
      message: expect.stringContaining("EROFS"),
    });
    expect(existsSync(join(app.folder, "evil.txt"))).toBe(false);
    expect(await ask("What is this?")).toMatchObject({ success: true, enforcement: "os" });
  });

  it("lets a command write to the repository, with its own tmp and without the home's secrets", async () => {
    const { result } = await run(
      "echo made > made.txt; ls -A /tmp | wc -l; cat ~/.ssh/id; cat ~/notes.txt; touch /usr/x",
    );
    expect(readFileSync(join(app.folder, "made.txt"), "utf8")).toBe("made\n");
    expect(result.stdout).toContain("mine");
    expect(result.stdout).not.toContain("private key");
    expect(result.stderr).toContain("Read-only file system");
    rmSync(join(app.folder, "made.txt"));
  });
});

describe("without a sandbox", () => {
  it("nothing runs when a sandbox is required", async () => {
    if (works) return expect(about).toBe("bubblewrap works");
    await app.remove();
    app = await testApp({ "agent.sandbox": "required" });
    await seedProject(app);
    await expect(ask("What is this?")).rejects.toMatchObject({ code: "SANDBOX_UNAVAILABLE" });
    await expect(run("true")).rejects.toMatchObject({ code: "SANDBOX_UNAVAILABLE" });
  });
});
