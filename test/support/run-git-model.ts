// Random steps of two clones (even seeds) or three (odd ones). A process of its own, because starting git from a small one takes a fraction of the time.
// Usage: run-git-model <main script> <steps> <seed>...
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { cloneTeam, GitModel, type RunCommand } from "./git-model.js";
import { seededRandom } from "./seeded-random.js";
import { aTeam } from "./team.js";

const [script = "", steps = "0", ...seeds] = process.argv.slice(2);

async function runEpisode(seed: number): Promise<void> {
  const team = await aTeam();
  const env = { ...process.env, HOME: team.folder, THROUGHLINE_HOME: join(team.folder, "home") };
  const runCommand: RunCommand = (person, ...args) =>
    execFileSync(process.execPath, [script, ...args], {
      cwd: person.folder,
      env: { ...env, MCP_CALLER: person.project.caller },
      stdio: ["ignore", "ignore", "pipe"],
    });
  const model = new GitModel(team, seededRandom(seed), runCommand, cloneTeam(team, seed % 2 === 0 ? 2 : 3));
  const done: string[] = [];
  try {
    while (done.length < Number(steps)) done.push(await model.step());
    await model.settle();
    model.checkRemote();
    process.stdout.write(`seed ${seed}: ${done.length} steps\n`);
  } catch (error) {
    process.stdout.write(`seed ${seed} failed at step ${done.length} after:\n${done.slice(-14).join("\n")}\n`);
    throw error;
  } finally {
    await team.remove();
  }
}

for (const seed of seeds) await runEpisode(Number(seed));
