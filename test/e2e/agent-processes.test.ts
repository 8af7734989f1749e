import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentCli } from "../../src/engine/agent-cli/agent-cli.js";
import { findMarkedProcesses } from "../../src/engine/agent-cli/process-markers.js";
import type { ProcessEnd } from "../../src/engine/agent-process.js";
import { until } from "../support/until.js";

const root = join(import.meta.dirname, "..", "..");
let folder: string;
let count = 0;
let said = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-process-"));
  said = "";
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const processes = agentCli();

interface Case {
  readonly id?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly input?: string;
}

async function sh(command: string, options: Case = {}): Promise<{ end: ProcessEnd; left: number[] }> {
  const id = options.id ?? `test_${process.pid}_${++count}`;
  const end = await processes.run({
    id,
    file: "/bin/sh",
    args: ["-c", command],
    folder,
    environment: { PATH: process.env.PATH ?? "" },
    timeoutMs: options.timeoutMs ?? 20_000,
    signal: options.signal ?? new AbortController().signal,
    ...(options.input === undefined ? {} : { input: options.input }),
    output: (_, chunk) => {
      said += Buffer.from(chunk).toString("utf8");
    },
  });
  return { end, left: await findMarkedProcesses(id) };
}

describe("a run", () => {
  it("returns output and exit code, with the input closed", async () => {
    const { end } = await sh("cat; echo err >&2; exit 3", { input: "hello" });
    expect(end).toEqual({ kind: "exited", code: 3, signal: null });
    expect(said).toContain("hello");
    expect(said).toContain("err");
  });

  it("sees its environment, the run's marker and nothing else", async () => {
    await sh("env | cut -d= -f1 | sort | tr '\\n' ' '");
    expect(said.trim().split(" ")).toEqual(expect.arrayContaining(["PATH", "THROUGHLINE_RUN"]));
    expect(said).not.toContain("HOME");
  });

  it("does not touch another run with the same name", async () => {
    const id = `test_${process.pid}_twin`;
    const resumeFile = join(folder, "go-on");
    const slow = sh(`until [ -e '${resumeFile}' ]; do sleep 0.05; done; echo whole`, { id });
    await sh("true", { id });
    writeFileSync(resumeFile, "");
    expect((await slow).end).toEqual({ kind: "exited", code: 0, signal: null });
    expect(said).toContain("whole");
  });

  it("says why a program cannot be started", async () => {
    const request = { id: "x", args: [], folder, environment: {}, timeoutMs: 1000, output: () => {} };
    const signal = new AbortController().signal;
    expect(await processes.run({ ...request, signal, file: "/nowhere/agent" })).toMatchObject({ reason: "missing" });
    expect(await processes.run({ ...request, signal, file: folder })).toMatchObject({ reason: "denied" });
  });

  it("stops at its timeout with everything it started, including processes that ignore signals or left the group", async () => {
    const { end, left } = await sh(
      "trap '' TERM; sleep 300 & setsid sleep 300 & (setsid sh -c 'sleep 300 & wait' &) ; sleep 300",
      { timeoutMs: 300 },
    );
    expect(end).toEqual({ kind: "timeout" });
    expect(left).toEqual([]);
  });

  it("ends when the caller cancels", async () => {
    const stop = new AbortController();
    const ended = sh("sleep 300 & echo begun; sleep 300", { signal: stop.signal });
    await until("the program runs", () => said.includes("begun"));
    stop.abort();
    expect(await ended).toEqual({ end: { kind: "cancelled" }, left: [] });
  });

  it("leaves nothing behind when the program exits and its children hold the output", async () => {
    const { end, left } = await sh("echo first; sleep 300 & setsid sleep 300 & exit 0");
    expect(end).toMatchObject({ kind: "exited", code: 0 });
    expect(said).toContain("first");
    expect(left).toEqual([]);
  });

  it("stops with all others when the process that started it stops, even during its start", async () => {
    const own = agentCli();
    const request = { file: "/bin/sh", folder, environment: {}, timeoutMs: 60_000, output: () => {} };
    const signal = new AbortController().signal;
    const runs = ["a", "b"].map((id) => own.run({ ...request, id: `stop_${id}`, args: ["-c", "sleep 300"], signal }));
    await own.stopAll();
    expect(await Promise.all(runs)).toEqual([{ kind: "cancelled" }, { kind: "cancelled" }]);
  });
});

describe("a watchdog", () => {
  it("stops the run when our process is killed", async () => {
    // What an attempt on a busy machine left must not count for the next one.
    const id = `guarded_${process.pid}_${Date.now()}`;
    const script = `
      import { agentCli } from ${JSON.stringify(join(root, "src", "engine", "agent-cli", "agent-cli.ts"))};
      process.stdout.write("ready\\n");
      void agentCli().run({ id: "${id}", file: "/bin/sh", args: ["-c", "setsid sleep 300 & sleep 300"],
        folder: "/", environment: { PATH: process.env.PATH }, timeoutMs: 60000, signal: new AbortController().signal, output() {} });`;
    const server = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const marked = () => findMarkedProcesses(id);
    await until("the run has started all it wants", async () => (await marked()).length >= 3);
    server.kill("SIGKILL");
    await until("nothing of the run is left", async () => (await marked()).length === 0);
  });
});

describe("isInsideAgent", () => {
  it("detects a sub-agent among the ancestors even when the environment was cleared", () => {
    const module = JSON.stringify(join(root, "src", "engine", "agent-cli", "agent-cli.ts"));
    const script = `import { agentCli } from ${module}; console.log(await agentCli().isInsideAgent());`;
    const child = ["--import", "tsx", "--input-type=module", "-e", script];
    const options = { cwd: root, encoding: "utf8" as const };
    const env = { PATH: process.env.PATH };
    const asked = `env -u THROUGHLINE_AGENT_DEPTH ${[process.execPath, ...child].map((word) => `'${word}'`).join(" ")}; true`;
    const inside = execFileSync("/bin/sh", ["-c", asked], {
      ...options,
      env: { ...env, THROUGHLINE_AGENT_DEPTH: "1" },
    });
    const outside = execFileSync(process.execPath, child, { ...options, env });
    expect([inside.trim(), outside.trim()]).toEqual(["true", "false"]);
  });
});

describe("find and openFolder", () => {
  it("finds programs on the PATH only", async () => {
    expect((await processes.find("sh"))?.path).toMatch(/\/sh$/);
    expect(await processes.find("no-such-program-here")).toBeUndefined();
  });

  it("keeps a run's files private and removes them", async () => {
    const run = await processes.openFolder("sa_1", { "prompt.txt": "secret" });
    expect(readFileSync(join(run.path, "prompt.txt"), "utf8")).toBe("secret");
    await run.remove();
    expect(() => readFileSync(join(run.path, "prompt.txt"))).toThrow();
  });
});
