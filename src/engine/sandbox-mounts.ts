import { realpath, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import type { SandboxMount, SandboxPlan } from "./sandbox.js";
import { gitMounts } from "./sandbox-git.js";

const toolSecrets = [".cargo/credentials", ".cargo/credentials.toml"];

/** Credentials of other programs, relative to the home folder. */
const secretPaths = [
  ...toolSecrets,
  ".ssh",
  ".aws",
  ".azure",
  ".gnupg",
  ".kube",
  ".docker",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".config/gh",
  ".config/gcloud",
  ".throughline",
];

/** Toolchains and git's settings, relative to the home folder: an agent needs them to build and test. */
const toolPaths = [
  ".gitconfig",
  ".config/git",
  ".local/bin",
  ".local/lib",
  ".local/share/mise",
  ".asdf",
  ".nvm",
  ".volta",
  ".fnm",
  ".local/share/fnm",
  ".local/share/pnpm",
  ".bun",
  ".deno",
  ".pyenv",
  ".rbenv",
  ".cargo",
  ".rustup",
  ".sdkman",
  "go",
];

/** The mounts over a read-only disk, for every sandbox. Later ones cover earlier ones: first what is hidden, then what is shown. */
export async function sandboxMounts(plan: SandboxPlan, home: string): Promise<SandboxMount[]> {
  const isAgent = plan.kind === "agent";
  const homes = home === "/" ? [] : [home];
  const hidden = [tmpdir(), ...(isAgent ? homes : [])];
  const isHidden = (path: string) => hidden.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const programs = [
    ...plan.programs.map(packageOf),
    ...searchPath(plan.environment),
    dirname(dirname(process.execPath)),
  ];
  return [
    ...(await mountAll("empty", hidden)),
    ...(await mountAll("read", programs.filter(isHidden))),
    ...(isAgent ? await mountAll("read", below(home, toolPaths)) : []),
    ...(await mountAll("write", isAgent ? below(home, plan.homePaths) : homes)),
    ...(await hideSecrets(home, isAgent ? toolSecrets : secretPaths)),
    ...(await mountAll(plan.mayWrite ? "write" : "read", [plan.folder])),
    ...(isAgent ? await gitMounts(plan.folder, plan.mayWrite) : []),
    ...(await mountAll(
      "write",
      plan.writable.map((path) => path.replace(/^~(?=\/)/, home)),
    )),
    ...(await mountAll("write", logFiles(plan.environment), "file")),
  ];
}

const below = (home: string, names: readonly string[]) => names.map((name) => join(home, name));

/** The node_modules folder of a program from npm, otherwise the program's folder. */
function packageOf(program: string): string {
  const at = program.indexOf("/node_modules/");
  return at < 0 ? dirname(program) : program.slice(0, at + "/node_modules".length);
}

const searchPath = (environment: Readonly<Record<string, string>>) =>
  (environment.PATH ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));

/** The host passes variables that end in _LOG to the agent: each names a file that it writes to. */
const logFiles = (environment: Readonly<Record<string, string>>) =>
  Object.entries(environment)
    .filter(([name, value]) => name.endsWith("_LOG") && value.startsWith("/"))
    .map(([, value]) => value);

/** Only existing paths can be mounted; a symbolic link to a visible target is mounted there. */
async function mountAll(
  kind: SandboxMount["kind"],
  paths: readonly string[],
  only?: "file" | "folder",
): Promise<SandboxMount[]> {
  const mounts = await Promise.all(
    [...new Set(paths.map((path) => resolve(path)))].map(async (path) => {
      const type = await typeOf(path);
      return type === undefined || (only && type !== only) ? [] : [{ kind, path: await realpath(path) }];
    }),
  );
  return mounts.flat();
}

async function hideSecrets(home: string, names: readonly string[]): Promise<SandboxMount[]> {
  const mounts = await Promise.all(
    names.map(async (name): Promise<SandboxMount[]> => {
      const path = join(home, name);
      const type = await typeOf(path);
      return type === undefined ? [] : [{ kind: type === "folder" ? "empty" : "blank", path: await realpath(path) }];
    }),
  );
  return mounts.flat();
}

const typeOf = (path: string): Promise<"folder" | "file" | undefined> =>
  stat(path).then(
    (entry) => (entry.isDirectory() ? "folder" : "file"),
    () => undefined,
  );
