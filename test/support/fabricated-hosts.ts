import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { platformOf } from "../../src/base/platform.js";
import { allHosts } from "../../src/hosts/all-hosts.js";

const other = '{ "command": "other", "args": [] }';

/** Realistic settings of every host: comments, other servers and hooks, mixed line endings, trailing commas. */
export const fabricatedHosts: Readonly<Record<string, string>> = {
  ".claude.json": `{"numStartups":7,"mcpServers":{"other":${other}},"projects":{}}`,
  ".claude/settings.json": `{
    "permissions": { "allow": ["Bash"] },
    "hooks": {
        "Stop": [
            { "matcher": "", "hooks": [{ "type": "command", "command": "say done" }] }
        ]
    }
}`,
  ".config/Claude/claude_desktop_config.json": `{\r\n\t"mcpServers": {\r\n\t\t"other": ${other}\r\n\t}\r\n}\r\n`,
  ".codex/config.toml": `# mine
model = "gpt" # fast
notify = [
  "say", # aloud
  "done",
]

[mcp_servers.other]
command = 'other'

[projects."/home/dev/work"]
trust_level = "trusted"`,
  ".codex/hooks.json": '{ "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "say" } ] } ] } }\n',
  ".cursor/mcp.json": '\ufeff{\n  // servers\n  "mcpServers": {\n  },\n}\n',
  ".cursor/hooks.json": '{"version": 1, "hooks": {}}',
  ".gemini/settings.json": `{
  "security": { "folderTrust": { "enabled": false } },
  "mcpServers": {},
  "hooks": { "SessionStart": [] }
}
`,
  ".config/opencode/opencode.jsonc": `{
  "$schema": "https://opencode.ai/config.json", // for the editor
  /* none yet */
}
`,
  ".config/Code/User/mcp.json": '{\n\t"servers": {\n\t\t"other": {}, // keep\n\t},\n\t"inputs": []\n}',
  ".copilot/mcp-config.json": "{}",
  ".codeium/windsurf/mcp_config.json": "",
  ".config/zed/settings.json": `// Zed settings
{
  "theme": "One Dark",
  "context_servers": { "other": { "source": "custom", "command": "x" } }, // here
}
`,
  ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json":
    '{\n  "mcpServers": {\n    "other": { "command": "x", "disabled": true }\n  }\n}\n',
};

export function writeTree(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

/** A folder for every agent that has no fabricated settings, so that it is found. */
export function leaveTraces(home: string): void {
  const platform = platformOf({ os: "linux", home, env: {} });
  for (const { detectionPaths } of allHosts) {
    const paths = detectionPaths(platform);
    if (paths[0] !== undefined && !paths.some((path) => existsSync(path))) mkdirSync(paths[0], { recursive: true });
  }
}

/** Every file and folder below `root` with its bytes. */
export function readTree(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
      .map(({ entry, path }): [string, string] => [
        path.slice(root.length + 1),
        entry.isDirectory() ? "(folder)" : readFileSync(path, "base64"),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
