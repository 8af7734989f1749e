import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A person's machine after `throughline install`: commands, arguments and settings are those that it wrote. */
export interface Installed {
  readonly person: string;
  readonly home: string;
  /** A repository in which the agent works. */
  readonly folder: string;
  readonly server: Launch;
  hook(event: string): Launch;
  command(...args: readonly string[]): Launch;
  remove(): void;
}

let persons = 0;
const main = join(import.meta.dirname, "..", "..", "dist", "main.js");

export function install(): Installed {
  // Without random letters, which a hook takes for what may be a token.
  const person = join(tmpdir(), "bench", `person-${process.pid}-${++persons}`);
  rmSync(person, { recursive: true, force: true });
  const folder = join(person, "work", "shop");
  mkdirSync(join(person, ".claude"), { recursive: true });
  mkdirSync(folder, { recursive: true });
  spawnSync("git", ["init", "-q", folder]);
  // On Node 20 this variable alone adds 46 ms to every process.
  const { NODE_EXTRA_CA_CERTS: _, THROUGHLINE_HOME: __, ...rest } = process.env;
  const env = { ...rest, HOME: person } as Record<string, string>;
  const args = [main, "install", "--yes", "--agent", "claude-code", "--skip-test"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const read = (name: string) => JSON.parse(readFileSync(join(person, name), "utf8"));
  const { throughline } = read(".claude.json").mcpServers as Record<string, Launch>;
  const { hooks } = read(".claude/settings.json") as { hooks: Record<string, { hooks: Launch[] }[]> };
  if (throughline === undefined) throw new Error("install connected no server.");
  const server = { ...throughline, env: { ...env, ...throughline.env } };
  return {
    person,
    home: join(person, ".throughline"),
    folder,
    server,
    hook(event) {
      const [written] = hooks[event]?.[0]?.hooks ?? [];
      if (written === undefined) throw new Error(`install wrote no hook for ${event}.`);
      return { command: written.command, args: written.args, env };
    },
    command: (...words) => ({ command: process.execPath, args: [main, ...words], env }),
    remove: () => rmSync(person, { recursive: true, force: true }),
  };
}
