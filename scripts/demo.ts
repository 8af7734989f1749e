// Creates a sample home in a temporary folder and serves the web UI on it.
// Usage: npm run demo [-- --port 4000]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeDemoHome } from "../test/demo/make-demo-home.js";

const folder = mkdtempSync(join(tmpdir(), "throughline-demo-"));
process.stdout.write("Creating a sample home…\n");
const { home, person, repository } = await makeDemoHome(folder, Date.now());
const child = spawn(
  process.execPath,
  [join(import.meta.dirname, "..", "dist", "main.js"), "ui", ...process.argv.slice(2)],
  {
    cwd: repository,
    env: { ...process.env, HOME: person, THROUGHLINE_HOME: home },
    stdio: "inherit",
  },
);
// The folder is removed when the server has ended.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill("SIGTERM"));
child.on("exit", (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code ?? 0;
});
