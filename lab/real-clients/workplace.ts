import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { approveCodexHooks } from "./approve-codex-hooks.js";
import type { RealClient, Workplace } from "./client.js";
import { projectFiles } from "./workday.js";

const root = join(import.meta.dirname, "..", "..");
const main = join(root, "dist", "main.js");
// Not in the temporary folder: Codex does not trust programs there.
const cache = join(root, "node_modules", ".cache", "throughline-real-clients");
const timeoutMs = 180_000;

export interface InstalledWorkplace extends Workplace {
  /** What `throughline install` printed. */
  readonly installed: string;
  /** One headless session; returns what it printed when it failed. */
  session(client: RealClient, prompt: string): Promise<string | undefined>;
  product(args: readonly string[]): string;
  /** Undoes what a session changed in the repository. */
  reset(): void;
  remove(): void;
}

interface Options {
  readonly modelUrl: string;
  readonly clients: readonly RealClient[];
  /** The folder of the clients' programs. */
  readonly programs: string;
  /** Whether a person has approved the hooks in Codex, as `install` asks them to. */
  readonly isApproved: boolean;
}

/** An empty home with the clients logged in, one repository, and the product installed as README says. */
export async function openWorkplace({ modelUrl, clients, programs, isApproved }: Options): Promise<InstalledWorkplace> {
  mkdirSync(cache, { recursive: true });
  const machine = realpathSync(mkdtempSync(join(cache, "machine-")));
  const place: Workplace = { home: join(machine, "home"), folder: join(machine, "code", "ledger"), modelUrl };
  writeFiles(place.folder, projectFiles);
  for (const client of clients) writeFiles(place.home, client.files(place));
  // Only these variables, so that the settings of the machine that runs this have no effect.
  const env = { PATH: `${programs}${delimiter}${process.env.PATH}`, HOME: place.home, NO_COLOR: "1", TERM: "dumb" };
  const git = (...args: string[]) => execFileSync("git", ["-C", place.folder, ...args], { env });
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("-c", "user.name=Kim", "-c", "user.email=kim@example.org", "commit", "--quiet", "--message", "Ledger");
  const product = (args: readonly string[]) =>
    execFileSync(process.execPath, [main, ...args], { cwd: place.folder, env, encoding: "utf8" });
  const installed = product(["install", "--yes"]);
  if (isApproved && clients.some(({ name }) => name === "codex"))
    await approveCodexHooks(join(programs, "codex"), place.folder, env);
  return {
    ...place,
    installed,
    product,
    reset: () => git("checkout", "--quiet", "--", "."),
    remove: () => rmSync(machine, { recursive: true, force: true }),
    session: (client, prompt) =>
      runToEnd(join(programs, client.program), client.args(prompt, place), {
        cwd: place.folder,
        env: { ...env, ...client.env(place) },
      }),
  };
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function runToEnd(program: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  return new Promise<string | undefined>((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"], timeout: timeoutMs });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
    }
    child.on("close", (code) => resolve(code === 0 ? undefined : `exit ${code}: ${output.slice(-500)}`));
  });
}
