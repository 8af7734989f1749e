import { describe, expect, it } from "vitest";
import { type Platform, platformOf } from "../base/platform.js";
import { itemsOf } from "../domain/install/install-item.js";
import { agentsWith, allHosts, findHost, hookSetups, payloadFormats, transcriptFormats } from "./all-hosts.js";
import { callerOf, serverEntryOf } from "./host.js";

const systems = {
  linux: platformOf({ os: "linux", home: "/home/zoë", env: {} }),
  darwin: platformOf({ os: "darwin", home: "/Users/zoe", env: {} }),
  win32: platformOf({ os: "win32", home: "C:\\Users\\Zoë Doe", env: {} }),
};
const launch = { words: ["C:\\Program Files\\nodejs\\node.exe", "C:\\tl\\main.js"], env: {} };
const context = (platform: Platform, scope: "user" | "project" = "user") => ({ platform, scope, project: "/work" });

const serverFiles = (platform: Platform) =>
  Object.fromEntries(
    allHosts.flatMap((host) => (host.server ? [[host.id, host.server(context(platform))?.files[0]]] : [])),
  );

describe("hosts", () => {
  it("use the variables that set a host's folder", () => {
    const env = { CODEX_HOME: "/c", CLAUDE_CONFIG_DIR: "/l", GEMINI_CLI_HOME: "/g", COPILOT_HOME: "/p" };
    expect(serverFiles(platformOf({ os: "linux", home: "/h", env }))).toMatchObject({
      codex: "/c/config.toml",
      "claude-code": "/l/.claude.json",
      gemini: "/g/.gemini/settings.json",
      copilot: "/p/mcp-config.json",
    });
  });

  it.each(allHosts)("$id has a unique caller name", (host) => {
    expect(JSON.stringify(serverEntryOf(host, launch))).toContain(`"MCP_CALLER":"${callerOf(host)}"`);
    expect(allHosts.filter((one) => callerOf(one) === callerOf(host) || one.id === host.id)).toEqual([host]);
  });

  it.each(allHosts)("$id has every file below the project in a project", (host) => {
    const items = itemsOf(host, context(systems.linux, "project"), { words: ["throughline"], env: {} }, () => false);
    expect(items.filter(({ file }) => !file.startsWith("/work/"))).toEqual([]);
    expect(JSON.stringify(items)).not.toContain("/home/");
  });

  it("run hooks without a shell where possible, and quoted where not", () => {
    const hooks = allHosts.flatMap((host) => {
      const items = itemsOf(host, context(systems.win32), launch, () => false);
      return items.flatMap((item) => (item.kind === "item" ? [JSON.stringify(item.value)] : []));
    });
    const node = "C:\\\\Program Files\\\\nodejs\\\\node.exe";
    expect(hooks.every((one) => one.includes(`"command":"${node}","args":`) || one.includes(`\\"${node}\\" C:`))).toBe(
      true,
    );
  });

  it("are all the owners of the parts that hooks load", () => {
    expect([...Object.keys(transcriptFormats), ...Object.keys(payloadFormats)].filter((id) => !findHost(id))).toEqual(
      [],
    );
    expect(Object.keys(hookSetups).filter((name) => !allHosts.some((host) => callerOf(host) === name))).toEqual([]);
  });

  it("with hooks understand what these send", () => {
    expect(agentsWith("hooks")).toEqual(allHosts.filter(({ payloads }) => payloads).map(({ id }) => id));
  });
});
