import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDemoApp } from "./demo-app.js";
import { makeDemoHome } from "./make-demo-home.js";

/** `throughline demo`: the web UI on a sample home in a temporary folder, which is removed with the server. */
export async function serveDemo(args: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "throughline-demo-"));
  process.stdout.write("Creating a sample home…\n");
  const { home, person, repository } = await makeDemoHome(folder, openDemoApp, Date.now());
  const child = spawn(process.execPath, [process.argv[1] ?? "", "ui", ...args], {
    cwd: repository,
    env: { ...process.env, HOME: person, USERPROFILE: person, THROUGHLINE_HOME: home },
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill("SIGTERM"));
  process.exitCode = await new Promise<number>((ended) => child.on("exit", (code) => ended(code ?? 0)));
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
