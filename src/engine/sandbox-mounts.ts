import { realpath, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import type { SandboxMount, SandboxPlan } from "./sandbox.js";
import { gitMounts } from "./sandbox-git.js";

const toolSecrets = [".cargo/credentials", ".cargo/credentials.toml"];

/** Credentials of other programs, relative to the home folder. */
const secretPaths = [
  ...toolSecrets,
  ...".ssh .aws .azure .gnupg .kube .docker .netrc .npmrc .pypirc .git-credentials".split(" "),
  ...".config/gh .config/gcloud .throughline".split(" "),
];

/** Toolchains and git's settings, relative to the home folder: an agent needs them to build and test. */
const toolPaths = [
  ...".gitconfig .config/git .local/bin .local/lib .local/share/mise .asdf .nvm .volta .fnm".split(" "),
  ...".local/share/fnm .local/share/pnpm .bun .deno .pyenv .rbenv .cargo .rustup .sdkman go".split(" "),
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
  const writable = plan.writable.map((path) => path.replace(/^~(?=\/)/, home));
  return [
    ...(await mountAll("empty", hidden)),
    ...(await mountAll("read", programs.filter(isHidden))),
    ...(isAgent ? await mountAll("read", below(home, toolPaths)) : []),
    ...(await mountAll("write", isAgent ? below(home, plan.homePaths) : homes)),
    ...(await mountAll(hiding, below(home, isAgent ? toolSecrets : secretPaths))),
    ...(await mountAll(plan.mayWrite ? "write" : "read", [plan.folder])),
    ...(isAgent ? await gitMounts(plan.folder, plan.mayWrite) : []),
    ...(await mountAll("write", writable)),
    ...(await mountAll((type) => (type === "file" ? "write" : undefined), logFiles(plan.environment))),
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

type Kind = SandboxMount["kind"];
type PathType = "folder" | "file";

const hiding = (type: PathType): Kind => (type === "folder" ? "empty" : "blank");

/** Only existing paths can be mounted; a symbolic link to a visible target is mounted there. */
async function mountAll(kind: Kind | ((type: PathType) => Kind | undefined), paths: readonly string[]) {
  const mounts = [...new Set(paths.map((path) => resolve(path)))].map(async (path): Promise<SandboxMount[]> => {
    const type = await typeOf(path);
    const own = typeof kind === "function" ? type && kind(type) : kind;
    return type && own ? [{ kind: own, path: await realpath(path) }] : [];
  });
  return (await Promise.all(mounts)).flat();
}

const typeOf = (path: string): Promise<PathType | undefined> =>
  stat(path).then(
    (entry) => (entry.isDirectory() ? "folder" : "file"),
    () => undefined,
  );
