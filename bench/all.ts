// Runs the benchmarks named on the command line, or all of them, one after the other.
// Usage: npm run bench [-- start writers]
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const selected = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== "all.ts")
  .map((file) => file.slice(0, -3));
for (const name of names.filter((name) => selected.length === 0 || selected.includes(name))) {
  spawnSync(process.execPath, ["--import", "tsx", join(import.meta.dirname, `${name}.ts`)], { stdio: "inherit" });
}
