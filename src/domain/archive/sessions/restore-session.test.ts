import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { leaveFiles, readHostFixture } from "../../../../test/support/host-fixture.js";
import { type TestApp, testApp } from "../../../../test/support/test-app.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const home = () => join(dirname(app.folder), "person");
const importFrom = (agent: string) =>
  app.ingest.importAll({ agents: [agent], since: undefined, dryRun: false, progress: () => {} });

/** A session that its agent wrote, that was archived and that the agent has deleted. */
async function deleted(agent: string): Promise<{ id: string; before: string }> {
  await leaveFiles(readHostFixture(agent), home(), app.folder);
  await importFrom(agent);
  const [{ id = "" } = {}] = readHostFixture(agent).sessions;
  const before = await contentOf(id);
  for (const name of [".claude", ".codex"]) rmSync(join(home(), name), { recursive: true, force: true });
  return { id, before };
}

/** What was said and done, without the details that only the agent's own lines have. */
async function contentOf(id: string): Promise<string> {
  const { turns } = await app.sessions.turns(app.call, id);
  return JSON.stringify(turns.map(({ events }) => events));
}

describe.each(["claude-code", "codex"])("a deleted session of %s", (agent) => {
  it("is written where the agent looks for it, and is not archived twice", async () => {
    const { id, before } = await deleted(agent);
    const { file, resume } = await app.restoreSession(app.call, id.slice(0, 8), app.folder);
    expect(resume).toContain(id);
    expect(readFileSync(file, "utf8")).toContain("restored by Throughline");
    expect((await importFrom(agent)).events).toBe(0);
    expect(await contentOf(id)).toBe(before);
  });

  it("has the events that it had, for whoever reads it anew", async () => {
    const { id, before } = await deleted(agent);
    const { file } = await app.restoreSession(app.call, id, app.folder);
    await app.sessions.forget(app.call, { session: id });
    const other = await testApp();
    const copy = join(dirname(other.folder), "person", file.slice(home().length));
    await leaveFiles(
      { files: { [file.slice(home().length + 1)]: readFileSync(file, "utf8") }, sessions: [], hooks: [] },
      join(dirname(other.folder), "person"),
      other.folder,
    );
    expect(existsSync(copy)).toBe(true);
    await other.ingest.importAll({ agents: [agent], since: undefined, dryRun: false, progress: () => {} });
    const { turns } = await other.sessions.turns(other.call, id);
    const kinds = (text: string) => [...text.matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind);
    expect(kinds(JSON.stringify(turns))).toEqual(kinds(before));
    await other.remove();
  });

  it("is never written over one that is there", async () => {
    const { id } = await deleted(agent);
    const { file } = await app.restoreSession(app.call, id, app.folder);
    writeFileSync(file, `${readFileSync(file, "utf8")}{"type":"from-the-future"}\n`);
    const text = readFileSync(file, "utf8");
    await expect(app.restoreSession(app.call, id, app.folder)).rejects.toThrow(`Session ${id} is still there.`);
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});

describe("a session that cannot be restored", () => {
  it("is one of an agent whose form is not known", async () => {
    await leaveFiles(readHostFixture("amp"), home(), app.folder);
    await importFrom("amp");
    const [{ id = "" } = {}] = readHostFixture("amp").sessions;
    await expect(app.restoreSession(app.call, id, "")).rejects.toMatchObject({
      message: "Sessions of Amp cannot be restored.",
      hint: expect.stringContaining("throughline continue"),
    });
  });
});
