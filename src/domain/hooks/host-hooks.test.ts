import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/support/test-app.js";

describe("hooks that are switched on by hand", () => {
  let app: TestApp;
  afterEach(() => app.remove());

  it("use the home that the product has, whatever its name", async () => {
    const launch = { words: ["/opt/my node", "/opt/main.js"], env: { THROUGHLINE_HOME: "/srv/ho'me $x" } };
    app = await testApp({}, undefined, { launch });
    const text = async (path: string) => readFile(join(app.folder, "..", "person", path), "utf8");
    await app.hostHooks.enable("claude-code", "stop");
    const [entry] = JSON.parse(await text(".claude/settings.json")).hooks.Stop;
    const words = "hook --host claude-code --event Stop --home";
    expect(entry.hooks[0].command).toBe(`'/opt/my node' /opt/main.js ${words} '/srv/ho'\\''me $x'`);
    for (const agent of ["copilot", "opencode"] as const) await app.hostHooks.enable(agent, "all");
    expect(await text(".copilot/hooks/throughline.json")).toContain("--home");
    expect(await text(".config/opencode/plugins/throughline.js")).toContain("/srv/ho'me $x");
    await app.hostHooks.disable("claude-code", "stop");
    expect(await app.hostHooks.list(["claude-code"])).not.toContainEqual(expect.objectContaining({ enabled: true }));
  });
});
