// Runs the checks and the whole suite on other versions of Node.js, which it gets from the npm registry.
// Usage: npm run test:node -- 22 24        (-- --project fast after them runs a part)
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");
const separator = process.argv.indexOf("--", 2);
const versions = process.argv.slice(2, separator < 0 ? undefined : separator);
const rest = separator < 0 ? [] : process.argv.slice(separator + 1);

/** The folder of a version's `node`, downloaded once. */
function folderOf(version: string): string {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const cache = join(root, "node_modules", ".cache", `node-${version}`);
  const program = join(cache, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(program)) run("npm", ["install", "--no-save", "--prefix", cache, `${name}@${version}`], process.env);
  return dirname(program);
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const shell = process.platform === "win32";
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: "inherit", shell });
  if (status !== 0) process.exit(status ?? 1);
}

if (versions.length === 0) {
  console.error("Name the versions: npm run test:node -- 22 24");
  process.exit(2);
}
for (const version of versions) {
  const env = { ...process.env, PATH: `${folderOf(version)}${delimiter}${process.env.PATH}` };
  run("node", ["--version"], env);
  if (rest.length === 0) run("npm", ["run", "check"], env);
  run("npm", ["test", "--", ...rest], env);
}
