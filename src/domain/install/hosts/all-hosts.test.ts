import { describe, expect, it } from "vitest";
import { type Platform, platformOf } from "../../../base/platform.js";
import { itemsOf } from "../install-item.js";
import { allHosts } from "./all-hosts.js";

const systems = {
  linux: platformOf({ os: "linux", home: "/home/zoë", env: {} }),
  darwin: platformOf({ os: "darwin", home: "/Users/zoe", env: {} }),
  win32: platformOf({ os: "win32", home: "C:\\Users\\Zoë Doe", env: {} }),
};
const launch = { words: ["C:\\Program Files\\nodejs\\node.exe", "C:\\tl\\main.js"], env: {} };
const context = (platform: Platform, scope: "user" | "project" = "user") => ({ platform, scope, project: "/work" });

const serverFiles = (platform: Platform) =>
  Object.fromEntries(allHosts.map((host) => [host.id, host.server(context(platform))?.files[0]]));

describe("hosts", () => {
  it("have their settings at each system's paths", () => {
    expect(serverFiles(systems.linux)).toMatchInlineSnapshot(`
      {
        "claude-code": "/home/zoë/.claude.json",
        "claude-desktop": "/home/zoë/.config/Claude/claude_desktop_config.json",
        "cline": "/home/zoë/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
        "codex": "/home/zoë/.codex/config.toml",
        "copilot": "/home/zoë/.copilot/mcp-config.json",
        "cursor": "/home/zoë/.cursor/mcp.json",
        "gemini": "/home/zoë/.gemini/settings.json",
        "opencode": "/home/zoë/.config/opencode/opencode.json",
        "vscode": "/home/zoë/.config/Code/User/mcp.json",
        "windsurf": "/home/zoë/.codeium/windsurf/mcp_config.json",
        "zed": "/home/zoë/.config/zed/settings.json",
      }
    `);
    expect(serverFiles(systems.darwin)).toMatchInlineSnapshot(`
      {
        "claude-code": "/Users/zoe/.claude.json",
        "claude-desktop": "/Users/zoe/Library/Application Support/Claude/claude_desktop_config.json",
        "cline": "/Users/zoe/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
        "codex": "/Users/zoe/.codex/config.toml",
        "copilot": "/Users/zoe/.copilot/mcp-config.json",
        "cursor": "/Users/zoe/.cursor/mcp.json",
        "gemini": "/Users/zoe/.gemini/settings.json",
        "opencode": "/Users/zoe/.config/opencode/opencode.json",
        "vscode": "/Users/zoe/Library/Application Support/Code/User/mcp.json",
        "windsurf": "/Users/zoe/.codeium/windsurf/mcp_config.json",
        "zed": "/Users/zoe/.config/zed/settings.json",
      }
    `);
    expect(serverFiles(systems.win32)).toMatchInlineSnapshot(`
      {
        "claude-code": "C:\\Users\\Zoë Doe\\.claude.json",
        "claude-desktop": "C:\\Users\\Zoë Doe\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
        "cline": "C:\\Users\\Zoë Doe\\AppData\\Roaming\\Code\\User\\globalStorage\\saoudrizwan.claude-dev\\settings\\cline_mcp_settings.json",
        "codex": "C:\\Users\\Zoë Doe\\.codex\\config.toml",
        "copilot": "C:\\Users\\Zoë Doe\\.copilot\\mcp-config.json",
        "cursor": "C:\\Users\\Zoë Doe\\.cursor\\mcp.json",
        "gemini": "C:\\Users\\Zoë Doe\\.gemini\\settings.json",
        "opencode": "C:\\Users\\Zoë Doe\\.config\\opencode\\opencode.json",
        "vscode": "C:\\Users\\Zoë Doe\\AppData\\Roaming\\Code\\User\\mcp.json",
        "windsurf": "C:\\Users\\Zoë Doe\\.codeium\\windsurf\\mcp_config.json",
        "zed": "C:\\Users\\Zoë Doe\\AppData\\Roaming\\Zed\\settings.json",
      }
    `);
  });

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
    expect(JSON.stringify(host.serverEntry(launch))).toContain(`"MCP_CALLER":"${host.caller}"`);
    expect(allHosts.filter(({ caller, id }) => caller === host.caller || id === host.id)).toEqual([host]);
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
});
