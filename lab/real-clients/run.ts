// Whether what one real client learned reaches each of the others: a person states facts in one session of Claude Code,
// Codex, Gemini CLI or OpenCode; then every client starts several times and a scripted model on loopback records what it
// received. An empty home, `throughline install`, default settings.
// Usage: THROUGHLINE_TEST_AGENTS=FOLDER npx tsx lab/real-clients/run.ts [--starts 10] [--busy] [--show]
//   FOLDER        has the programs claude, codex, gemini and opencode
//   --busy        two processes spin meanwhile
//   --show        prints every text that a model received
//   --from NAME   only this client learns; --to A,B: only these start
//   --unapproved  Codex's hooks are not approved
//   --jobs N      learners that work at the same time, each on a machine of its own (1)
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.js";
import { report } from "../../bench/support/report.js";
import { claudeCode } from "./claude-code.js";
import type { RealClient } from "./client.js";
import { codex } from "./codex.js";
import { gemini } from "./gemini.js";
import { opencode } from "./opencode.js";
import { receivedTexts } from "./received-texts.js";
import { facts, laterSession, lesson } from "./workday.js";
import { type InstalledWorkplace, openWorkplace } from "./workplace.js";
import { hasFact } from "../../test/handover/score.js";

const { values: options } = parseArgs({
  options: {
    starts: { type: "string", default: "10" },
    busy: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
    unapproved: { type: "boolean", default: false },
    jobs: { type: "string", default: "1" },
    from: { type: "string" },
    to: { type: "string" },
  },
});
const programs = process.env.THROUGHLINE_TEST_AGENTS ?? "";
const starts = Number(options.starts);
const clients: readonly RealClient[] = [claudeCode, codex, gemini, opencode];
const absent = clients.filter(({ program }) => !existsSync(join(programs, program))).map(({ program }) => program);
if (absent.length > 0) throw new Error(`THROUGHLINE_TEST_AGENTS names no folder with ${absent.join(", ")}.`);

const print = (text: string) => process.stdout.write(`${text}\n`);
const isNamed = (names: string | undefined, { name }: RealClient) => names?.split(",").includes(name) ?? true;
const learners = clients.filter((client) => isNamed(options.from, client));
const starters = clients.filter((client) => isNamed(options.to, client));

const rows: string[][] = [];
const misses: string[] = [];
const spinning = options.busy ? [spin(), spin()] : [];
try {
  const queue = learners.entries();
  const work = async () => {
    for (const [index, learner] of queue) rows[index] = await handOver(learner);
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, work));
} finally {
  for (const child of spinning) child.kill("SIGKILL");
}
const title = `every fact received, of ${starts} starts${options.busy ? ", with two spinning processes" : ""}`;
report(title, ["learned by", ...starters.map(({ name }) => name)], rows);
for (const miss of misses) print(miss);

async function handOver(learner: RealClient): Promise<string[]> {
  const model = await startScriptedModel([]);
  const place = await openWorkplace({
    ...{ modelUrl: model.url, clients, programs, isApproved: !options.unapproved },
  });
  try {
    if (options.show) print(`===== ${learner.name} learns\n${place.installed}`);
    model.play(lesson.turns(learner, place.folder));
    const failure = await place.session(learner, lesson.prompt);
    if (failure !== undefined) throw new Error(`${learner.name} did not end its session: ${failure}`);
    if (!JSON.stringify(model.requests).includes("throughline-ask"))
      misses.push(`${learner.name} was not asked to record anything`);
    const given = new Map(starters.map(({ name }) => [name, 0]));
    for (let round = 0; round < starts; round++) {
      for (const client of starters) {
        const missing = await startOnce(model, place, client, round);
        if (missing.length === 0) given.set(client.name, (given.get(client.name) ?? 0) + 1);
        else misses.push(`${learner.name} → ${client.name}, start ${round + 1}: ${missing.join(", ")}`);
      }
    }
    const { hooks } = JSON.parse(place.product(["receipts", "--limit", "1", "--json"])) as { hooks: unknown };
    misses.push(`receipts after ${learner.name} learned: ${JSON.stringify(hooks)}`);
    return [learner.name, ...starters.map(({ name }) => `${given.get(name)}/${starts}`)];
  } finally {
    await model.close();
    place.remove();
  }
}

/** Starts a session, and returns the facts that its model did not receive. */
async function startOnce(model: ScriptedModel, place: InstalledWorkplace, client: RealClient, round: number) {
  place.reset();
  const { prompt, turns } = laterSession(client, place.folder, round);
  model.play(turns);
  const failure = await place.session(client, prompt);
  const texts = receivedTexts(model.requests);
  if (options.show) {
    print(`--- start ${round + 1} of ${client.name}: ${prompt}`);
    for (const { request, text } of texts) print(`(request ${request + 1}, ${text.length} characters)\n${text}`);
  }
  const missing = Object.entries(facts)
    .filter(
      ([, fact]) => !texts.some(({ request, text }) => (fact.by !== "start" || request === 0) && hasFact(fact, text)),
    )
    .map(([name]) => name);
  return failure === undefined ? missing : [...missing, failure];
}

/** Until it is killed, or this process is gone. */
function spin(): ChildProcess {
  const loop = "const parent = process.ppid; for (let i = 0; i++ % 1e7 || process.ppid === parent; );";
  return spawn(process.execPath, ["-e", loop], { stdio: "ignore" });
}
