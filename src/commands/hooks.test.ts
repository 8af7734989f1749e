import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandNamed } from "../../test/support/command-named.js";
import { type TestApp, testApp } from "../../test/support/test-app.js";
import { plainPaint } from "../base/paint.js";

const hooksStatus = commandNamed("hooks status");

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

describe("hooks status", () => {
  it("names the hooks that Codex does not run until a person approves them", async () => {
    await app.hostHooks.enable("codex", "all");
    const statuses = await hooksStatus.run({ agent: "codex" }, app);
    expect(statuses).toMatchObject([{ agent: "codex", off: [], unapproved: expect.arrayContaining(["SessionStart"]) }]);
    expect(hooksStatus.toText(statuses, plainPaint)).toMatch(/codex.* not approved: enter \/hooks in codex/);
  });

  it("needs no approval for other agents", async () => {
    await app.hostHooks.enable("gemini", "all");
    const statuses = await hooksStatus.run({ agent: "gemini" }, app);
    expect(statuses).toMatchObject([{ agent: "gemini", off: [], unapproved: [] }]);
  });
});
