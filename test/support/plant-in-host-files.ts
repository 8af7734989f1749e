import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { platformOf } from "../../src/base/platform.js";
import { hookItems } from "../../src/domain/install/install-item.js";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { allHosts } from "../../src/hosts/all-hosts.js";
import type { Host, HostContext, NoteLocation } from "../../src/hosts/host.js";

const launch = { words: ["node", "main.js"], env: {} };

/** Writes every file of every host that the installer reads or changes, with the words in it; returns their paths. */
export async function plantInHostFiles(home: string, project: string, words: string): Promise<string[]> {
  const platform = platformOf({ os: "linux", home, env: {} });
  const contexts: readonly HostContext[] = [
    { platform, scope: "user", project: "" },
    { platform, scope: "project", project },
  ];
  const paths = contexts.flatMap((context) => allHosts.map((host) => filesOf(host, context, words)));
  return [...new Set((await Promise.all(paths)).flat())];
}

async function filesOf(host: Host, context: HostContext, words: string): Promise<string[]> {
  const configs = [host.server?.(context), host.plugins?.(context), host.hooks?.approvals?.(context)].flatMap(
    (location) => (location?.files ?? []).slice(0, 1),
  );
  const hooks = hookItems(host, context, launch).map(({ file }) => file);
  const skills = host.skills?.(context);
  return [
    ...[...configs, ...hooks].map((file) => write(file, settingsText(file, words))),
    ...(skills === undefined ? [] : [write(join(skills, "own", "SKILL.md"), words)]),
    ...(await Promise.all(noteLocations(host, context).map((location) => plantNote(location, words)))),
  ];
}

/** Of a path that may be a file or a folder, the folder. */
function noteLocations(host: Host, context: HostContext): NoteLocation[] {
  const locations = host.notes?.(context) ?? [];
  const folders = locations.flatMap((one) => ("folder" in one ? [one.folder] : []));
  return locations.filter((one) => !("file" in one && folders.includes(one.file)));
}

/** Another server with a secret in its environment, and a setting that holds one. */
function settingsText(file: string, words: string): string {
  if (file.endsWith(".toml"))
    return `note = "${words}"\n[mcp_servers.other]\ncommand = "x"\nenv = { NOTE = "${words}" }\n`;
  if (!/\.jsonc?$/.test(file)) return `// ${words}\n`;
  return JSON.stringify({ note: words, mcpServers: { other: { command: "x", env: { NOTE: words } } } }, null, 2);
}

async function plantNote(location: NoteLocation, words: string): Promise<string> {
  const text = `# Deploying\n\nAlways ${words} when deploying the shop.\n`;
  if ("file" in location) return write(location.file, text);
  if ("folder" in location) return write(join(location.folder, `deploy${location.ending}`), text);
  if ("name" in location) return write(join(location.inFoldersOf, "part", location.name), text);
  if ("projects" in location) return write(join(location.projects, "shop", location.below, "deploy.md"), text);
  return plantRow(location.database, location.query, text);
}

async function plantRow(file: string, query: string, text: string): Promise<string> {
  const [, table = "", column = "", key = ""] = /FROM (\w+) WHERE (\w+) = '([^']+)'/.exec(query) ?? [];
  mkdirSync(dirname(file), { recursive: true });
  const sql = await openSqlite(file);
  await sql.run(`CREATE TABLE ${table} (${column} TEXT, value TEXT)`);
  await sql.run(`INSERT INTO ${table} VALUES (?, ?)`, [key, text]);
  await sql.close();
  return file;
}

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
