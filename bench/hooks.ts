// Processor time of the hooks that answer an agent, in the sample home and in one with thousands of sessions.
// A busy machine inflates it less than the time on the clock. Usage: npm run bench -- hooks, npx tsx bench/hooks.ts [sessions=3000]
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDemoApp } from "../demo/demo-app.js";
import { makeDemoHome } from "../demo/make-demo-home.js";
import { plantedFacts } from "../test/support/planted-facts.js";
import { syntheticSessions } from "../test/support/synthetic-sessions.js";
import { claudeFolder, openArchive } from "./support/open-archive.js";
import { median, report } from "./support/report.js";

interface Machine {
  readonly home: string;
  readonly person: string;
  readonly folder: string;
}

const rounds = 31;
const main = join(import.meta.dirname, "..", "dist", "main.js");
const count = Number(process.argv[2] ?? 3000) || 3000;
const root = mkdtempSync(join(tmpdir(), "throughline-bench-"));
const preload = join(root, "preload.cjs");
const usage = join(root, "usage.json");
const empty = join(root, "empty.cjs");
writeFileSync(empty, "");
writeFileSync(
  preload,
  `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.cpuUsage())));`,
);

const events: Readonly<Record<string, (machine: Machine, round: number) => object>> = {
  "session start": () => ({ hook_event_name: "SessionStart", source: "startup" }),
  prompt: (_, round) => ({
    hook_event_name: "UserPromptSubmit",
    prompt: plantedFacts[round % plantedFacts.length]?.paraphrase,
  }),
  file: ({ folder }) => ({
    ...{ hook_event_name: "PostToolUse", tool_name: "Read", tool_response: {} },
    tool_input: { file_path: join(folder, "src/index.ts") },
  }),
  "failed command": () => ({
    ...{ hook_event_name: "PostToolUseFailure", tool_name: "Bash", tool_input: { command: "npm test" } },
    error: "Exit code 1\nTypeError: Cannot read properties of undefined (reading 'total')",
  }),
};

try {
  const baseline = Array.from({ length: rounds }, () => processorMs([empty], ""));
  const machines = { sample: await sampleMachine(), [`${count} sessions`]: await largeMachine() };
  report(
    "hooks: processor time of one process",
    ["home", "event", "median ms", "p95 ms", "answers", "goal p95"],
    [
      ["", "empty script", ...cellsOf(baseline), "", ""],
      ...Object.entries(machines).flatMap(([name, machine]) =>
        Object.keys(events).map((event) => {
          const runs = Array.from({ length: rounds }, (_, round) => runHook(machine, event, round));
          const answers = `${runs.filter(({ isAnswered }) => isAnswered).length} of ${rounds}`;
          return [name, event, ...cellsOf(runs.map(({ ms }) => ms)), answers, "≤ 150"];
        }),
      ),
    ],
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function sampleMachine(): Promise<Machine> {
  const { home, person, repository } = await makeDemoHome(join(root, "sample"), openDemoApp, Date.now());
  // As a server leaves it: a hook compares only statements that are newer.
  const env = { PATH: process.env.PATH, HOME: person, THROUGHLINE_HOME: home };
  spawnSync(process.execPath, [main, "ingest"], { cwd: repository, env });
  return { home, person, folder: repository };
}

async function largeMachine(): Promise<Machine> {
  const folder = join(root, "large");
  const folders = Array.from({ length: 10 }, (_, i) => join(folder, "work", `project-${i}`));
  for (const one of folders) mkdirSync(one, { recursive: true });
  const { ingest, sql, home, person } = await openArchive(folder);
  const makeSession = syntheticSessions({
    ...{ count, seed: 7, now: Date.now(), folders, facts: plantedFacts, asHost: false, turnBytes: 600 },
  });
  for (let i = 0; i < count; i++) {
    const { id, folder: project, text } = makeSession(i);
    mkdirSync(claudeFolder(person, project), { recursive: true });
    writeFileSync(join(claudeFolder(person, project), `${id}.jsonl`), text);
  }
  await ingest.importAll({ agents: ["claude-code"], since: undefined, dryRun: false, progress: () => {} });
  await sql.close();
  return { home: home.path, person, folder: folders[0] ?? folder };
}

/** Each run is a session of its own: what a session has received is not repeated. */
function runHook(machine: Machine, event: string, round: number): { ms: number; isAnswered: boolean } {
  const payload = {
    ...{ session_id: `bench-${event}-${round}`, transcript_path: join(machine.person, "none.jsonl") },
    ...{ cwd: machine.folder, ...events[event]?.(machine, round) },
  };
  const env = { PATH: process.env.PATH, HOME: machine.person, THROUGHLINE_HOME: machine.home };
  let stdout = "";
  const ms = processorMs([main, "hook"], JSON.stringify(payload), env, (text) => {
    stdout = text;
  });
  return { ms, isAnswered: stdout !== "" };
}

function processorMs(
  args: readonly string[],
  input: string,
  env: NodeJS.ProcessEnv = { PATH: process.env.PATH },
  onAnswer: (stdout: string) => void = () => {},
): number {
  const { stdout } = spawnSync(process.execPath, ["--require", preload, ...args], { input, env, encoding: "utf8" });
  onAnswer(stdout);
  const { user, system } = JSON.parse(readFileSync(usage, "utf8")) as NodeJS.CpuUsage;
  return (user + system) / 1000;
}

function cellsOf(all: readonly number[]): string[] {
  const p95 = all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? Number.NaN;
  return [median(all), p95].map((ms) => ms.toFixed(0));
}
