import { platformOf } from "../../src/base/platform.js";
import { skills } from "../../src/domain/install/skills.js";
import { findHost } from "../../src/hosts/all-hosts.js";
import { type Host, type HostContext, hookWords, serverEntryOf } from "../../src/hosts/host.js";
import { openCodePlugin } from "../../src/hosts/opencode-plugin.js";
import { description, license, version } from "./manifest-facts.js";

/** Plugins start the installed program by name, so that a machine has one version and no paths of another machine. */
const launch = { words: ["throughline"], env: {} };
const place: HostContext = { platform: platformOf({ os: "linux", home: "/", env: {} }), scope: "user", project: "/" };
const name = "throughline";
const author = { name: "Throughline" };

type Files = readonly (readonly [string, string])[];

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const skillFiles = (folder: string): Files =>
  skills.map((skill) => [`${folder}/skills/${skill.name}/SKILL.md`, skill.text]);

const hostOf = (id: string): Host => {
  const host = findHost(id);
  if (!host) throw new Error(`Unknown host: ${id}.`);
  return host;
};

const servers = (id: string) => ({ mcpServers: { throughline: serverEntryOf(hostOf(id), launch) } });

/** The host's hooks as a separate file. */
function hooksOf(id: string): unknown {
  const host = hostOf(id);
  const hooks = host.hooks?.location(place);
  if (hooks?.kind !== "list") throw new Error(`${id} does not take a list of hooks.`);
  const lists = (host.hooks?.events ?? []).map((event) => [
    event,
    [hooks.item(hookWords(launch, id, event), event, place.platform)],
  ]);
  return { ...hooks.companions, hooks: Object.fromEntries(lists) };
}

const claudePlugin = (): Files => [
  [
    ".claude-plugin/marketplace.json",
    json({
      name,
      owner: author,
      metadata: { description, version },
      plugins: [{ name, source: "./plugins/claude-code", description, version, license, category: "productivity" }],
    }),
  ],
  ["plugins/claude-code/.claude-plugin/plugin.json", json({ name, version, description, author, license })],
  ["plugins/claude-code/.mcp.json", json(servers("claude-code"))],
  ["plugins/claude-code/hooks/hooks.json", json(hooksOf("claude-code"))],
  ...skillFiles("plugins/claude-code"),
];

const codexPlugin = (): Files => [
  [
    ".agents/plugins/marketplace.json",
    json({
      name,
      interface: { displayName: "Throughline" },
      plugins: [
        {
          name,
          source: { source: "local", path: "./plugins/codex" },
          policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
          category: "Productivity",
        },
      ],
    }),
  ],
  [
    "plugins/codex/.codex-plugin/plugin.json",
    json({
      name,
      version,
      description,
      author,
      license,
      skills: "./skills/",
      mcpServers: "./.mcp.json",
      hooks: "./hooks/hooks.json",
      interface: { displayName: "Throughline", shortDescription: description, category: "Productivity" },
    }),
  ],
  ["plugins/codex/.mcp.json", json(servers("codex"))],
  ["plugins/codex/hooks/hooks.json", json(hooksOf("codex"))],
  ...skillFiles("plugins/codex"),
];

const geminiExtension = (): Files => [
  ["plugins/gemini/gemini-extension.json", json({ name, version, description, ...servers("gemini") })],
  ["plugins/gemini/hooks/hooks.json", json(hooksOf("gemini"))],
  ...skillFiles("plugins/gemini"),
];

const cursorPlugin = (): Files => [
  [
    "plugins/cursor/.cursor-plugin/plugin.json",
    json({
      name,
      displayName: "Throughline",
      version,
      description,
      author,
      license,
      skills: "skills",
      hooks: "hooks/hooks.json",
      mcpServers: "mcp.json",
    }),
  ],
  ["plugins/cursor/mcp.json", json(servers("cursor"))],
  ["plugins/cursor/hooks/hooks.json", json(hooksOf("cursor"))],
  ...skillFiles("plugins/cursor"),
];

/** Agent Plugins 1.0: skills and server for every host that follows the standard. */
const portablePlugin = (): Files => [
  [
    "plugins/plugin.json",
    json({
      $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
      name,
      version,
      description,
      author,
      license,
    }),
  ],
  [
    "plugins/mcp.json",
    json({
      $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json",
      mcpServers: { throughline: { type: "stdio", command: "throughline", args: ["mcp", "--core-tools"] } },
    }),
  ],
  ...skillFiles("plugins"),
];

/** All plugin files, by path in the repository. */
export const pluginFiles = (): Files => [
  ...claudePlugin(),
  ...codexPlugin(),
  ...geminiExtension(),
  ...cursorPlugin(),
  ["plugins/opencode/throughline.js", openCodePlugin(launch)],
  ...portablePlugin(),
];
