import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import type { SandboxPlan } from "../sandbox.js";

/** Credentials of other programs, relative to the home folder. */
const secretPaths = [
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

/** bubblewrap's arguments. Later mounts cover earlier ones, so hidden folders come first and visible ones after. */
export async function bubblewrapArgs(plan: SandboxPlan, home: string): Promise<string[]> {
  const hidden = [tmpdir(), ...(plan.kind === "agent" && home !== "/" ? [home] : [])];
  const isHidden = (path: string) => hidden.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const programs = [
    ...plan.programs.map(packageOf),
    ...searchPath(plan.environment),
    dirname(dirname(process.execPath)),
  ];
  const own = plan.homePaths.map((name) => join(home, name));
  return [
    ...["--die-with-parent", "--unshare-pid", "--unshare-ipc"],
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    ...hidden.flatMap((folder) => ["--tmpfs", folder]),
    ...(await bindAll("--ro-bind", programs.filter(isHidden))),
    ...(await bindAll("--bind", plan.kind === "agent" ? own : [home].filter((path) => path !== "/"))),
    ...(plan.kind === "command" ? await hideSecrets(home) : []),
    ...(await bindAll(plan.mayWrite ? "--bind" : "--ro-bind", [plan.folder])),
    ...(await bindAll("--bind", [...plan.writable, ...logFiles(plan.environment)])),
    ...["--chdir", plan.folder],
  ];
}

/** The node_modules folder of a program from npm, otherwise the program's folder. */
function packageOf(program: string): string {
  const at = program.indexOf("/node_modules/");
  return at < 0 ? dirname(program) : program.slice(0, at + "/node_modules".length);
}

const searchPath = (environment: Readonly<Record<string, string>>) =>
  (environment.PATH ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));

/** A variable that ends in _LOG names a file to write to. */
const logFiles = (environment: Readonly<Record<string, string>>) =>
  Object.entries(environment)
    .filter(([name, value]) => name.endsWith("_LOG") && value.startsWith("/"))
    .map(([, value]) => value);

async function bindAll(how: string, paths: readonly string[]): Promise<string[]> {
  const existing = await Promise.all([...new Set(paths)].map(async (path) => ((await kindOf(path)) ? [path] : [])));
  return existing.flat().flatMap((path) => [how, path, resolve(path)]);
}

async function hideSecrets(home: string): Promise<string[]> {
  const args = await Promise.all(
    secretPaths.map(async (name) => {
      const path = join(home, name);
      const kind = await kindOf(path);
      if (kind === "folder") return ["--tmpfs", path];
      return kind === "file" ? ["--ro-bind", "/dev/null", path] : [];
    }),
  );
  return args.flat();
}

const kindOf = (path: string): Promise<"folder" | "file" | undefined> =>
  stat(path).then(
    (facts) => (facts.isDirectory() ? "folder" : "file"),
    () => undefined,
  );
