// Writes that many running processes add to one store, next to files written by the same number of processes with the
// same guarantees: written to a temporary file, synced, renamed, folder synced. That is the limit of the file system.
// Usage: npm run bench -- context-writers
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleScript } from "../test/support/bundle-script.js";
import { aPerson, runGit } from "../test/support/team.js";
import { report } from "./support/report.js";

const totalWrites = 640;
const script = await bundleScript("context-writer", "bench/support");
const rows: string[][] = [];
for (const processes of [1, 8, 32]) {
  const folder = mkdtempSync(join(tmpdir(), "throughline-bench-"));
  runGit(folder, "init", "-q", "-b", "main");
  const { project, note } = aPerson(folder, "first");
  await note("first", "creates the store\n");
  const files = await measure("files", folder, processes);
  const store = await measure("store", folder, processes);
  const entries = (await project.knowledge.keys()).length - 1;
  rows.push([String(processes), store.rate, String(store.refused), `${entries} of ${totalWrites}`, files.rate]);
  rmSync(folder, { recursive: true, force: true });
}
script.remove();
report("context writers", ["processes", "writes per second", "refused", "stored", "durable files per second"], rows);

async function measure(
  kind: "store" | "files",
  folder: string,
  processes: number,
): Promise<{ rate: string; refused: number }> {
  const children = Array.from({ length: processes }, (_, i) =>
    spawn(process.execPath, [script.file, kind, folder, `w${i}`, String(totalWrites / processes)], {
      stdio: ["pipe", "pipe", "inherit"],
    }),
  );
  await Promise.all(children.map(({ stdout }) => once(stdout, "data")));
  const start = performance.now();
  const answers = children.map(async (child) => {
    child.stdin.write("go\n");
    const [answer] = await once(child.stdout, "data");
    return Number(String(answer).split(" ")[1]);
  });
  const refused = (await Promise.all(answers)).reduce((sum, count) => sum + count, 0);
  const seconds = (performance.now() - start) / 1000;
  return { rate: Math.round((totalWrites - refused) / seconds).toString(), refused };
}
