import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/support/test-app.js";

const huge = " ".repeat(300_000);
const pipe = (path: string) => execFileSync("mkfifo", [path]);

function linkTo(path: string, create: (target: string) => unknown): void {
  create(`${path}.target`);
  symlinkSync(`${path}.target`, path);
}

describe("settings files", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp();
  });
  afterEach(() => app.remove());
  const writeConfig = (text: string) => {
    mkdirSync(app.home.path, { recursive: true });
    writeFileSync(app.home.config, text);
  };

  it("saves every one of several settings that are changed concurrently", async () => {
    await Promise.all([
      app.settingsFiles.set("agent.concurrency", "2"),
      app.settingsFiles.set("archive.retentionMB", "77"),
      app.settingsFiles.set("search.endpoint", "http://localhost"),
    ]);
    const { values } = await app.settingsFiles.userLayer();
    expect(Object.keys(values)).toHaveLength(3);
  });

  it("removes a setting in either spelling, and leaves the others", async () => {
    writeConfig('{"http.port": 1, "http": {"port": 2, "host": "::1"}, "color": "red"}');
    expect(await app.settingsFiles.unset("http.port")).toMatchObject({ wasSet: true });
    expect(await app.settingsFiles.unset("color")).toMatchObject({ wasSet: true });
    expect(await app.settingsFiles.unset("color")).toMatchObject({ wasSet: false });
    expect((await app.settingsFiles.userLayer()).values).toEqual({ "http.host": "::1" });
  });

  it("replaces an invalid value in the other spelling", async () => {
    writeConfig('{"http": {"host": "::1"}, "http.port": "many"}');
    await app.settingsFiles.set("http.port", "7");
    expect((await app.settingsFiles.userLayer()).values).toEqual({ "http.host": "::1", "http.port": 7 });
  });

  it("keeps a broken file under another name when a setting is changed", async () => {
    for (const n of [1, 2]) {
      writeConfig(`{broken ${n}`);
      expect(await app.settingsFiles.set("http.port", "7")).toBe(`${app.home.config}.invalid-${n}`);
      expect(readFileSync(`${app.home.config}.invalid-${n}`, "utf8")).toBe(`{broken ${n}`);
    }
    expect((await app.settingsFiles.userLayer()).values).toEqual({ "http.port": 7 });
  });

  it.each([
    ["broken JSON", (path: string) => writeFileSync(path, "{broken"), "is not a JSON object"],
    ["a list", (path: string) => writeFileSync(path, "[]"), "is not a JSON object"],
    ["a link to an endless file", (path: string) => symlinkSync("/dev/zero", path), "is not a regular file"],
    ["a link to a pipe", (path: string) => linkTo(path, pipe), "is not a regular file"],
    ["a link to a folder", (path: string) => linkTo(path, mkdirSync), "is not a regular file"],
    ["a link to a huge file", (path: string) => linkTo(path, (to) => writeFileSync(to, huge)), "is larger than 256 KB"],
    ["a folder", (path: string) => mkdirSync(path), "is not a regular file"],
    ["a huge file", (path: string) => writeFileSync(path, huge), "is larger than 256 KB"],
  ])("reports %s and reads no setting from it", async (_, write, problem) => {
    const path = join(app.folder, ".throughline.json");
    write(path);
    expect(await app.settingsFiles.repositoryLayer(path)).toMatchObject({ values: {}, approved: false, problem });
    await expect(app.settingsFiles.trust(path)).rejects.toThrow(problem);
    if (problem === "is not a JSON object") return;
    const rules = join(app.folder, ".gitleaks.toml");
    write(rules);
    expect(await app.settingsFiles.approvedText(rules)).toBeUndefined();
    await expect(app.settingsFiles.trust(rules)).rejects.toThrow(problem);
  });

  it("approves nothing while the list of approvals is broken, and approves again afterwards", async () => {
    const path = join(app.folder, ".throughline.json");
    writeFileSync(path, "{}");
    await app.settingsFiles.trust(path);
    writeFileSync(app.home.trusted, "{broken");
    expect(await app.settingsFiles.repositoryLayer(path)).toMatchObject({ approved: false });
    await app.settingsFiles.trust(path);
    expect(await app.settingsFiles.repositoryLayer(path)).toMatchObject({ approved: true });
  });
});
