// Overhead of the bridge for a query and a command. Baselines: plain `git status`, a bare spawn, the first query.
// Usage: npm run bench -- bridge
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gitCliWorkingTrees } from "../src/engine/git-cli/git-cli-working-trees.js";
import { seedProject } from "../test/support/seed-project.js";
import { testApp } from "../test/support/test-app.js";
import { median, report } from "./support/report.js";

const run = promisify(execFile);
const rounds = 7;

async function time(body: () => Promise<unknown>): Promise<number> {
  const durations = [];
  for (let i = 0; i < rounds; i++) {
    const began = performance.now();
    await body();
    durations.push(performance.now() - began);
  }
  return median(durations);
}

const row = (name: string, ms: number, baseline: number) => [name, ms.toFixed(1), `${(ms / baseline).toFixed(1)}×`];

await benchState();
await benchCalls();
await benchParallel();

/** Reads the state of repositories of several sizes, with ten uncommitted files. */
async function benchState(): Promise<void> {
  for (const files of [100, 5000]) {
    const folder = mkdtempSync(join(tmpdir(), "throughline-bench-"));
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.com", ...args]);
    for (let i = 0; i < files; i++) {
      mkdirSync(join(folder, `d${i % 50}`), { recursive: true });
      writeFileSync(join(folder, `d${i % 50}`, `f${i}.ts`), `export const n = ${i};\n`.repeat(20));
    }
    git("init", "-q");
    git("add", "-A");
    git("commit", "-q", "-m", "start");
    for (let i = 0; i < 10; i++) writeFileSync(join(folder, `new${i}.txt`), "x".repeat(1000));
    const status = await time(() => run("git", ["-C", folder, "status", "--porcelain"]));
    report(
      `a repository of ${files} files`,
      ["", "ms", "relative to git status"],
      [
        row("git status", status, status),
        row(
          "state: HEAD, uncommitted content, branches, hooks",
          await time(() => gitCliWorkingTrees.state(folder)),
          status,
        ),
        row("snapshot for undo", await time(() => gitCliWorkingTrees.snapshot(folder, "bench")), status),
      ],
    );
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Calls with an agent that answers immediately, so that only our overhead is measured. */
async function benchCalls(): Promise<void> {
  const app = await testApp({ "agent.sandbox": "off" });
  await seedProject(app);
  let n = 0;
  const ask = (query: string) => app.bridge.query(app.call, { repo: "api", query, fresh: false, background: false });
  const bare = await time(() => run("/bin/sh", ["-c", "true"]));
  const agent = join(import.meta.dirname, "..", "test", "fixtures", "agents", "claude");
  const agentOnly = await time(async () => {
    const child = run(agent, ["-p"]);
    child.child.stdin?.end("x");
    await child;
  });
  await ask("warm");
  const fresh = await time(() => ask(`question ${++n}`));
  const cached = await time(() => ask("warm"));
  const command = await time(() => app.bridge.run(app.call, { repo: "api", command: "true", background: false }));
  report(
    "calls",
    ["", "ms", "relative to its baseline"],
    [
      row("the fixture agent alone", agentOnly, agentOnly),
      row("query_repo with it", fresh, agentOnly),
      row("query_repo, cached", cached, fresh),
      row("spawn of /bin/sh", bare, bare),
      row("run_in_repo", command, bare),
      row("get_repo_structure, cached", await time(() => app.bridge.structure(app.call, "api")), bare),
    ],
  );
  await app.remove();
}

/** Twelve agents of 200 ms each, under several concurrency limits. */
async function benchParallel(): Promise<void> {
  const rows = [];
  for (const limit of [1, 4, 12]) {
    const app = await testApp({ "agent.sandbox": "off", "agent.concurrency": limit });
    await seedProject(app);
    const began = performance.now();
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        app.bridge.query(
          { ...app.call, signal: new AbortController().signal },
          { repo: "api", query: `SLOW 200 ${i}`, fresh: false, background: false },
        ),
      ),
    );
    rows.push([String(limit), (performance.now() - began).toFixed(0)]);
    await app.remove();
  }
  const [first] = rows;
  report(
    "twelve concurrent queries",
    ["limit", "ms", "relative to sequential"],
    rows.map(([limit = "", ms = ""]) => [limit, ms, `${(Number(ms) / Number(first?.[1])).toFixed(2)}×`]),
  );
}
