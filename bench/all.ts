// Runs the benchmarks named on the command line, or all of them, one after the other.
// Usage: npm run bench [-- start writers]      options after the names are passed on: -- code-questions --history
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const words = process.argv.slice(2);
const optionsFrom = words.findIndex((word) => word.startsWith("-"));
const selected = optionsFrom < 0 ? words : words.slice(0, optionsFrom);
const options = optionsFrom < 0 ? [] : words.slice(optionsFrom);
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== "all.ts")
  .map((file) => file.slice(0, -3));
for (const name of names.filter((name) => selected.length === 0 || selected.includes(name))) {
  const script = join(import.meta.dirname, `${name}.ts`);
  spawnSync(process.execPath, ["--import", "tsx", script, ...options], { stdio: "inherit" });
}
