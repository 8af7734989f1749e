import { type Platform, platformOf } from "../../src/base/platform.js";
import { allHosts } from "../../src/hosts/all-hosts.js";
import type { Host, HostContext, NoteLocation } from "../../src/hosts/host.js";
import { heading, table } from "./markdown.js";

const systems = ["linux", "darwin", "win32"].map((os) => platformOf({ os, home: "~", env: {} }));
const systemNames = { linux: "Linux", darwin: "macOS", win32: "Windows" };

/** A page for each agent: what works, and what the agent cannot do. */
export const agentPages = (): [string, string][] => [
  ["docs/agents/README.md", introduction],
  ...allHosts.map((host): [string, string] => [`docs/agents/${host.id}.md`, pageOf(host)]),
];

const introduction = heading("Agents", [
  "Each file of this folder is an agent that Throughline knows. Its page says:",
  [
    "- **server**: where the MCP server is registered, which gives the agent Throughline's tools",
    "- **context**: when the agent receives something without asking for it: by hooks, or with the server's instructions",
    "- **sessions**: where the agent leaves its sessions, which Throughline reads and archives",
    "- what the agent cannot do, and the version that was tried, or that nobody tried it yet",
  ].join("\n"),
  "`throughline install` connects the agents that are on your machine. [Add an agent](../../CONTRIBUTING.md#add-an-agent) says how to support another one.",
]);

function pageOf(host: Host): string {
  const rows = [
    ["server", onSystems((platform) => host.server?.(userOf(platform))?.files ?? [])],
    ["hooks", onSystems((platform) => (host.hooks ? [host.hooks.location(userOf(platform)).file] : []))],
    ["context", contextOf(host).join(", ")],
    ["sessions", onSystems((platform) => sessionPaths(host, platform))],
    ["skills", onSystems((platform) => [host.skills?.(userOf(platform)) ?? ""])],
    ["notes of yours", onSystems((platform) => notePaths(host.notes?.(userOf(platform))))],
    ["notes in a project", onSystems((platform) => notePaths(host.notes?.(projectOf(platform))))],
    [
      "`export` and `import`",
      Object.keys(host.files?.files ?? {})
        .map(code)
        .join(", "),
    ],
    ["restore", host.restore ? `\`throughline restore-session\` gives a deleted session back to it` : ""],
    ["continue", host.start ? `\`throughline continue --in ${host.id}\` starts \`${host.start.program}\`` : ""],
    [
      "sub-agent",
      host.subAgent ? `\`agent.type\` ${host.subAgent.name ?? host.id}; read-only by ${host.subAgent.readOnlyBy}` : "",
    ],
  ].filter(([, value]) => value !== "");
  return heading(host.name, [
    host.server || host.hooks
      ? `\`throughline install --agent ${host.id}\` connects it. ${host.afterwards ?? ""}`.trim()
      : `It cannot be connected. \`throughline import sessions --agent ${host.id}\` reads its sessions.`,
    table(
      ["what", "where"],
      rows.map((row) => row.map(String)),
    ),
    ...(limitsOf(host).length > 0
      ? [
          "## What it cannot do",
          limitsOf(host)
            .map((one) => `- ${one}`)
            .join("\n"),
        ]
      : []),
    host.basis,
  ]);
}

const userOf = (platform: Platform): HostContext => ({ platform, scope: "user", project: "" });
const projectOf = (platform: Platform): HostContext => ({ platform, scope: "project", project: "" });

const code = (text: string): string => `\`${text}\``;

/** The paths of Linux, and those of other systems where they differ in more than separators. */
function onSystems(pathsOn: (platform: Platform) => readonly string[]): string {
  const [linux = "", ...others] = systems.map((platform) => pathsOn(platform).filter(Boolean).map(code).join(", "));
  const differing = others.flatMap((paths, i) => {
    const { os = "linux" } = systems[i + 1] ?? {};
    return paths.replaceAll("\\", "/") === linux ? [] : [`${systemNames[os]}: ${paths}`];
  });
  return linux === "" && differing.length === 0 ? "" : [linux, ...differing].join("<br>");
}

function sessionPaths({ transcripts }: Host, platform: Platform): string[] {
  const folders = transcripts?.folders?.(platform).map(({ folder }) => folder) ?? [];
  return [...folders, ...(transcripts?.databases?.(platform) ?? [])];
}

const notePaths = (notes: readonly NoteLocation[] = []): string[] =>
  notes.map((note) => {
    if ("file" in note) return note.file;
    if ("folder" in note) return `${note.folder}/*${note.ending}`;
    if ("name" in note) return `**/${note.name}`;
    return "projects" in note ? `${note.projects}/*/${note.below}` : note.database;
  });

const moments: Readonly<Record<string, string>> = {
  "session-start": "at the start",
  prompt: "with prompts",
  tool: "after files and failures",
  "tool-failure": "after failures",
  "compaction-start": "after compaction",
  "turn-end": "asked at the end",
};

/** When an agent receives context without asking for it. */
function contextOf({ payloads, server }: Host): string[] {
  const named = Object.values(payloads?.occasions ?? {}).map((occasion) => moments[occasion] ?? "");
  const received = Object.values(moments).filter((moment) => named.includes(moment));
  if (received.length > 0)
    return received.filter((one) => one !== moments["tool-failure"] || !named.includes(moments.tool ?? ""));
  return server ? ["with the server's instructions"] : [];
}

const limitsOf = ({ server, hooks, transcripts, limits = [] }: Host): string[] => [
  ...(server ? [] : ["It takes no MCP server: it cannot call Throughline's tools."]),
  ...(hooks ? [] : ["It runs no hooks of ours: nothing is given to it while it works."]),
  ...(transcripts ? [] : ["Its sessions are not read."]),
  ...limits,
];
