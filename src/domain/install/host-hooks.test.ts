import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readTree } from "../../../test/support/fabricated-hosts.js";
import { installMachine } from "../../../test/support/install-machine.js";
import { testApp } from "../../../test/support/test-app.js";
import { agentsWith, allHosts } from "../../hosts/all-hosts.js";
import { valueInJson } from "../formats/parse-jsonc.js";

const settings = ".claude/settings.json";
const layouts: [string, string][] = [
  [
    "other hooks and comments",
    '{\n  // mine, do not touch\n  "model": "opus",\n  "hooks": {\n    "Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ], /* loud */\n    "PreToolUse": [],\n  },\n}\n',
  ],
  ["an empty object", "{}"],
  ["an empty list", '{"hooks":{"Stop":[]}}'],
  ["no hooks", '{\n  "a": 1\n}\n'],
  ["no hook of an event", '{ "hooks": { "SessionEnd": [1] } }'],
  ["other line ends", '\ufeff{\r\n\t"a": 1\r\n}\r\n'],
];

let machine: ReturnType<typeof installMachine>;
beforeEach(() => {
  machine = installMachine();
});
afterEach(() => machine.remove());

const enabledEvents = async (agent = "claude-code") =>
  (await machine.hooks.list([agent])).filter((state) => state.enabled).map(({ event }) => event);

describe("hooks enable and disable", () => {
  it.each(layouts)("restore a file with %s byte for byte, in any order", async (_, text) => {
    machine.write(settings, text);
    const events = ["stop", "session-start", "UserPromptSubmit", "sessionend", "posttool"];
    const [first] = fc.sample(fc.shuffledSubarray(events, { minLength: events.length }), 1);
    for (const event of events) await machine.hooks.enable("claude-code", event);
    expect(await enabledEvents()).toEqual(["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop", "SessionEnd"]);
    for (const event of first ?? []) {
      expect(machine.read(settings)).not.toBe(text);
      await machine.hooks.disable("claude-code", event);
    }
    expect(machine.read(settings)).toBe(text);
    expect((await machine.installer.journal()).entries).toEqual([]);
  });

  it.each(layouts.filter(([, text]) => text.includes('"a": 1') || text.includes('"opus"')))(
    "keep changes that a person made meanwhile in a file with %s",
    async (_, text) => {
      const edit = (before: string) => before.replace('"a": 1', '"a": 2').replace('"opus"', '"sonnet"');
      machine.write(settings, text);
      await machine.hooks.enable("claude-code", "all");
      machine.write(settings, edit(machine.read(settings)));
      await machine.hooks.disable("claude-code", "all");
      expect(machine.read(settings)).toBe(edit(text));
    },
  );

  it.each(agentsWith("hooks"))("create what %s needs, and remove it with its folders", async (agent) => {
    const before = readTree(machine.person);
    const states = await machine.hooks.enable(agent, "all");
    expect(states.every((state) => state.enabled)).toBe(true);
    expect(await machine.hooks.disable(agent, "all")).toEqual(states.map((state) => ({ ...state, enabled: false })));
    expect(readTree(machine.person)).toEqual(before);
  });

  it("change nothing the second time", async () => {
    for (const agent of agentsWith("hooks")) await machine.hooks.enable(agent, "all");
    const once = readTree(machine.folder);
    for (const agent of agentsWith("hooks")) await machine.hooks.enable(agent, "all");
    expect(readTree(machine.folder)).toEqual(once);
  });

  it("remove only our command from a group that a person has added to", async () => {
    await machine.hooks.enable("codex", "stop");
    const { hooks } = JSON.parse(machine.read(".codex/hooks.json"));
    hooks.Stop[0].hooks.push({ type: "command", command: "say done" });
    machine.write(".codex/hooks.json", JSON.stringify({ hooks }));
    await machine.hooks.disable("codex", "stop");
    expect(JSON.parse(machine.read(".codex/hooks.json"))).toEqual({
      hooks: { Stop: [{ hooks: [{ type: "command", command: "say done" }] }] },
    });
  });

  it("remove a hook that has no undo record", async () => {
    const command = "throughline hook --host codex --event Stop";
    machine.write(".codex/hooks.json", JSON.stringify({ hooks: { Stop: [{ hooks: [{ command }] }], Other: [1] } }));
    expect(await enabledEvents("codex")).toEqual(["Stop"]);
    await machine.hooks.disable("codex", "stop");
    expect(JSON.parse(machine.read(".codex/hooks.json"))).toEqual({ hooks: { Stop: [], Other: [1] } });
  });

  it.each(["{ not json", '{"hooks": {"Stop": "mine"}}', '{"hooks": null}'])("refuse %s and leave it", async (text) => {
    machine.write(settings, text);
    await expect(machine.hooks.enable("claude-code", "stop")).rejects.toMatchObject({
      problem: "conflict",
      message: expect.stringContaining(machine.path(settings)),
    });
    expect(machine.read(settings)).toBe(text);
  });

  it("refuse a file that is not UTF-8, and still list the hooks of every agent", async () => {
    machine.write(settings, "");
    writeFileSync(machine.path(settings), Buffer.from([0x7b, 0xff, 0x7d]));
    const events = allHosts.flatMap(({ hooks }) => hooks?.events ?? []);
    expect(await machine.hooks.list(agentsWith("hooks"))).toHaveLength(events.length);
    await expect(machine.hooks.enable("claude-code", "stop")).rejects.toThrow("UTF-8");
  });

  it("name the events that an agent has", async () => {
    await expect(machine.hooks.enable("gemini", "precompact")).rejects.toMatchObject({
      problem: "invalid",
      hint: "It has: sessionstart, userprompt, pretool, posttool, stop, sessionend, all.",
    });
  });

  it("use the product's home, whatever its path", async () => {
    const launch = { words: ["/opt/my node", "/opt/main.js"], env: { THROUGHLINE_HOME: "/srv/ho'me $x" } };
    const app = await testApp({}, undefined, { launch });
    const text = async (path: string) => readFile(join(app.folder, "..", "person", path), "utf8");
    await app.hostHooks.enable("claude-code", "stop");
    const [entry] = JSON.parse(await text(settings)).hooks.Stop;
    const args = ["/opt/main.js", "hook", "--host", "claude-code", "--event", "Stop", "--home", "/srv/ho'me $x"];
    expect(entry.hooks[0]).toMatchObject({ command: "/opt/my node", args });
    for (const agent of ["codex", "copilot", "opencode"] as const) await app.hostHooks.enable(agent, "all");
    expect(await text(".codex/hooks.json")).toContain("--home '/srv/ho'\\\\''me $x'");
    expect(await text(".copilot/hooks/throughline.json")).toContain("--home");
    expect(await text(".config/opencode/plugins/throughline.js")).toContain("/srv/ho'me $x");
    await app.hostHooks.disable("claude-code", "stop");
    expect(await app.hostHooks.list(["claude-code"])).not.toContainEqual(expect.objectContaining({ enabled: true }));
    await app.remove();
  });
});

describe("hooks and install", () => {
  it.each(layouts)("share one undo record for a file with %s", async (_, text) => {
    machine.write(settings, text);
    await machine.hooks.enable("claude-code", "stop");
    await machine.install(["claude-code"]);
    await machine.hooks.disable("claude-code", "sessionstart");
    expect(await enabledEvents()).not.toContain("SessionStart");
    expect(await enabledEvents()).toContain("Stop");
    await machine.hooks.enable("claude-code", "sessionstart");
    await machine.uninstall();
    expect(machine.read(settings)).toBe(text);
  });

  it("write the same files", async () => {
    await machine.install(agentsWith("hooks"));
    const installed = readTree(machine.person);
    for (const agent of agentsWith("hooks")) {
      await machine.hooks.disable(agent, "all");
      expect(await enabledEvents(agent)).toEqual([]);
      await machine.hooks.enable(agent, "all");
    }
    expect(readTree(machine.person)).toEqual(installed);
  });

  it("keep the server when hooks are disabled, and the hooks when installed again", async () => {
    await machine.install(["gemini"]);
    await machine.hooks.disable("gemini", "all");
    expect(valueInJson(machine.read(".gemini/settings.json"), [])).toMatchObject({ mcpServers: { throughline: {} } });
    expect(machine.read(".gemini/settings.json")).not.toContain("--host");
    await machine.install(["gemini"]);
    expect(await enabledEvents("gemini")).toHaveLength(6);
  });

  it("are undone together by uninstall", async () => {
    const before = readTree(machine.person);
    for (const agent of agentsWith("hooks")) await machine.hooks.enable(agent, "all");
    await machine.uninstall();
    expect(readTree(machine.person)).toEqual(before);
  });
});
