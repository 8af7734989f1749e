import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..", "..");
const main = join(root, "dist", "main.js");
/** A URL, because Node.js reads the package.json of the working folder for a path, and a story may break that file. */
const clock = pathToFileURL(join(import.meta.dirname, "shift-clock.cjs")).href;
const agents = "claude-code,codex,gemini,opencode";

/** A home with the four agents and the product installed into them, and project folders. */
export interface Machine {
  readonly home: string;
  /** Makes the folder of a project: a repository with a remote of its own. */
  project(name: string): string;
  env(now: Date): Record<string, string>;
  product(args: readonly string[], now: Date, folder: string): Promise<string>;
  remove(): void;
}

export async function createMachine(now: Date): Promise<Machine> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "handover-")));
  const home = join(folder, "home");
  for (const name of [".claude", ".codex", ".gemini", join(".config", "opencode")]) {
    mkdirSync(join(home, name), { recursive: true });
  }
  // Settings of the product may be tried from outside: THROUGHLINE_… variables are passed on.
  const passed = Object.entries(process.env).filter(
    ([name, value]) => name.startsWith("THROUGHLINE_") && name !== "THROUGHLINE_HOME" && value !== undefined,
  );
  const env = (at: Date): Record<string, string> => ({
    ...(Object.fromEntries(passed) as Record<string, string>),
    HOME: home,
    PATH: process.env.PATH ?? ["/usr/bin", "/bin"].join(delimiter),
    TZ: "UTC",
    LANG: "C.UTF-8",
    NODE_OPTIONS: `--import ${clock}`,
    HANDOVER_NOW: at.toISOString(),
    NO_COLOR: "1",
  });
  const product = async (args: readonly string[], at: Date, cwd: string) =>
    (await runProgram([process.execPath, main, ...args], { cwd, env: env(at), input: "" })).stdout;
  const install = ["install", "--agent", agents, "--yes", "--skip-history", "--skip-notes", "--skip-test"];
  await product(install, now, folder);
  const projects = new Map<string, string>();
  return {
    home,
    env,
    product,
    project: (name) => {
      const path = projects.get(name) ?? join(folder, "code", name);
      if (!projects.has(name)) {
        projects.set(name, path);
        mkdirSync(path, { recursive: true });
        execFileSync("git", ["init", "--quiet", path]);
        execFileSync("git", ["-C", path, "remote", "add", "origin", `https://git.example.org/team/${name}.git`]);
      }
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface ProgramOptions {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly input: string;
  /** A host ends a hook that takes longer. */
  readonly timeoutMs?: number;
}

export function runProgram([command = "", ...args]: readonly string[], options: ProgramOptions) {
  const { cwd, env, input, timeoutMs } = options;
  return new Promise<{ stdout: string; stderr: string }>((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: "pipe", ...(timeoutMs ? { timeout: timeoutMs } : {}) });
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output.stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      output.stderr += chunk;
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}
