import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { AppError } from "../../src/base/errors.js";
import type { Implementation } from "../../src/domain/bridge/implementations.js";
import type { QueryAnswer } from "../../src/domain/bridge/queries.js";
import { agentCli } from "../../src/engine/agent-cli/agent-cli.js";
import { findMarkedProcesses } from "../../src/engine/agent-cli/process-markers.js";
import { bubblewrap } from "../../src/engine/bubblewrap/bubblewrap.js";
import { firstSandbox } from "../../src/engine/first-sandbox.js";
import { namespaces } from "../../src/engine/namespaces/namespaces.js";
import type { Sandbox } from "../../src/engine/sandbox.js";
import { type ScriptedModel, startScriptedModel, type Turn } from "../support/scripted-model.js";
import { aGitRepository, seedProject } from "../support/seed-project.js";
import { root } from "../support/sources.js";
import { type TestApp, testApp } from "../support/test-app.js";

// The real command lines against a scripted model on loopback; nothing leaves the machine and no key is a real one.
// They are searched on the PATH and in the folder in THROUGHLINE_TEST_AGENTS.
const more = process.env.THROUGHLINE_TEST_AGENTS;
if (more) process.env.PATH = `${more}${delimiter}${process.env.PATH}`;

interface Agent {
  readonly name: string;
  reads(file: string): Turn;
  writes(file: string): Turn;
  /** Runs a shell command. */
  shell(command: string): Turn;
  environment(url: string): Record<string, string>;
  args(url: string): string[];
  /** Files of its home folder. */
  readonly home: Readonly<Record<string, string>>;
}

const agents: readonly Agent[] = [
  {
    name: "claude",
    reads: () => ({ tool: "Glob", input: { pattern: "*.md" } }),
    writes: (file_path) => ({ tool: "Write", input: { file_path, content: "made\n" } }),
    shell: (command) => ({ tool: "Bash", input: { command, description: "Run it" } }),
    environment: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    }),
    args: () => [],
    home: {},
  },
  {
    name: "codex",
    reads: (file) => ({ tool: "exec_command", input: { cmd: `cat ${file}` } }),
    writes: (file) => ({ tool: "exec_command", input: { cmd: `echo made > ${file}` } }),
    shell: (cmd) => ({ tool: "exec_command", input: { cmd } }),
    environment: () => ({}),
    args: (url) =>
      Object.entries({
        model_provider: '"s"',
        model: '"gpt-5.1-codex"',
        "model_providers.s.name": '"s"',
        "model_providers.s.wire_api": '"responses"',
        "model_providers.s.base_url": `"${url}/v1"`,
        "model_providers.s.request_max_retries": "0",
      }).flatMap(([key, value]) => ["-c", `${key}=${value}`]),
    home: {},
  },
  {
    name: "gemini",
    reads: (file_path) => ({ tool: "read_file", input: { file_path } }),
    writes: (file_path) => ({ tool: "write_file", input: { file_path, content: "made\n" } }),
    shell: (command) => ({ tool: "run_shell_command", input: { command, description: "Run it" } }),
    environment: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: "none" }),
    args: () => ["-m", "gemini-2.5-flash"],
    home: {
      ".gemini/settings.json": JSON.stringify({
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      }),
    },
  },
];

const homes = join(root, "node_modules", ".cache", "throughline-test-agents");
const before = { ...process.env };
let app: TestApp;
let model: ScriptedModel;
/** Files that no run may change, in the temporary folder. */
let outside = "";

async function open(
  agent: Agent,
  turns: readonly Turn[],
  settings: object = {},
  sandbox: Sandbox = firstSandbox([bubblewrap(), namespaces()]),
): Promise<void> {
  model = await startScriptedModel(turns);
  const chosen = {
    "agent.sandbox": "auto",
    "agent.type": agent.name,
    "agent.timeout": 90_000,
    "agent.args": agent.args(model.url),
  };
  app = await testApp({ ...chosen, ...settings }, agentCli(), { sandbox });
  await seedProject(app);
  // Not in the temporary folder: there Codex cannot use an installed bubblewrap.
  mkdirSync(homes, { recursive: true });
  const home = mkdtempSync(join(homes, "agent-home-"));
  for (const [name, text] of Object.entries({ ...agent.home, ".keep": "" })) {
    mkdirSync(join(home, name, ".."), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  Object.assign(process.env, { HOME: home, ...agent.environment(model.url) });
}

afterEach(async () => {
  await app.remove();
  for (const folder of [homes, outside]) if (folder) rmSync(folder, { recursive: true, force: true });
  await model.close();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});

const ask = (query: string) =>
  app.bridge.query(app.call, { repo: "api", query, fresh: false, background: false }) as Promise<QueryAnswer>;

const noSandbox: Sandbox = {
  probe: async () => ({ works: false, about: "bubblewrap is not installed" }),
  wrap: () => Promise.reject(new Error("There is no sandbox.")),
};

const sandboxes = await Promise.all(
  [
    { name: "bubblewrap", sandbox: bubblewrap() },
    { name: "kernel namespaces", sandbox: namespaces() },
    { name: "no sandbox", sandbox: noSandbox },
  ].map(async (one) => ({ ...one, isUsable: one.sandbox === noSandbox || (await one.sandbox.probe()).works })),
);

/** Opens a project with a sibling repository in the temporary folder; returns the path that the model writes to there. */
async function openWithSibling(
  agent: Agent,
  sandbox: Sandbox,
  attempts: (path: string) => readonly Turn[],
): Promise<string> {
  outside = mkdtempSync(join(tmpdir(), "throughline-outside-"));
  const web = aGitRepository(join(outside, "web"), { "a.txt": "a\n" });
  const path = join(web, "evil.txt");
  await open(agent, [...attempts(path), { text: "I tried." }], {}, sandbox);
  await app.bridge.projects.addRepository(app.call, { name: "web", path: web, description: "" });
  return path;
}

const implement = (task: string) =>
  (
    app.bridge.implement(app.call, { repo: "api", task, context: "", background: false }) as Promise<Implementation>
  ).catch((error: AppError) => error);

/** A model that writes into a sibling repository, the temporary folder and the home by file tool and by shell, then inside. */
async function tryOutside(agent: Agent, sandbox: Sandbox): Promise<void> {
  const sibling = await openWithSibling(agent, sandbox, (path) => [
    agent.writes(path),
    agent.shell(`echo evil > ${path}; echo evil > ${join(outside, "evil.txt")}; echo evil > ~/evil.txt; true`),
    agent.shell("echo made > made.txt"),
  ]);
  const outcome = await implement("Write outside.");
  for (const path of [sibling, join(outside, "evil.txt"), join(process.env.HOME ?? "", "evil.txt")]) {
    expect(existsSync(path)).toBe(false);
  }
  if (sandbox === noSandbox && agent.name !== "codex") {
    expect(outcome).toMatchObject({ code: "SANDBOX_UNAVAILABLE", message: expect.stringContaining("not installed") });
    expect(existsSync(join(app.folder, "made.txt"))).toBe(false);
    return;
  }
  expect(outcome).toMatchObject({
    enforcement: "os",
    layers: expect.arrayContaining(["comparison"]),
    usage: { inputTokens: expect.any(Number) },
    result: { changes: [{ file: "made.txt", action: "created" }] },
  });
}

for (const agent of agents) {
  const isHere = (await agentCli().find(agent.name)) !== undefined;
  describe.skipIf(!isHere)(
    `${agent.name}${isHere ? "" : " (not installed: put it on the PATH or name its folder in THROUGHLINE_TEST_AGENTS)"}`,
    () => {
      it("answers a question by reading", async () => {
        await open(agent, [agent.reads("README.md"), { text: "It says Api, see README.md:1." }]);
        const answer = await ask("What does the README say?");
        expect(answer).toMatchObject({
          result: "It says Api, see README.md:1.",
          sources: [{ file: "README.md", line: 1 }],
        });
        expect(
          (await app.bridge.runs.status(app.call, { id: answer.subAgentId, limit: 1 }))[0]?.tokens,
        ).toBeGreaterThan(0);
      });

      it("cannot write in a read-only run", async () => {
        await open(agent, [agent.writes("evil.txt"), { text: "I tried." }]);
        expect((await ask("Write evil.txt")).success).toBe(true);
        expect(existsSync(join(app.folder, "evil.txt"))).toBe(false);
      });

      it("carries out a task", async () => {
        await open(agent, [agent.writes("made.txt"), { text: "Made it." }]);
        const task = { repo: "api", task: "Make made.txt", context: "", background: false };
        const { result } = (await app.bridge.implement(app.call, task)) as Implementation;
        expect(result).toMatchObject({ summary: "Made it.", changes: [{ file: "made.txt", action: "created" }] });
        expect(readFileSync(join(app.folder, "made.txt"), "utf8")).toBe("made\n");
      });

      for (const { name, sandbox, isUsable } of sandboxes) {
        it.skipIf(!isUsable)(
          `changes nothing outside its repository with ${name}, and says what prevented it`,
          async () => {
            await tryOutside(agent, sandbox);
          },
        );
      }

      it.skipIf(agent.name === "codex")("is reported when it wrote outside without a sandbox", async () => {
        const sibling = await openWithSibling(agent, noSandbox, (path) => [agent.shell(`echo evil > ${path}`)]);
        await app.bridge.setPolicy(app.call, undefined, { unconfined: "allow" });
        expect(await implement("Write outside.")).toMatchObject({
          code: "WRITTEN_OUTSIDE",
          details: { outside: [{ repo: "web", files: ["evil.txt"] }] },
        });
        expect(existsSync(sibling)).toBe(true);
      });

      it.skipIf(agent.name === "codex")("edits no file outside without a sandbox, by its own permissions", async () => {
        const sibling = await openWithSibling(agent, noSandbox, (path) => [agent.writes(path)]);
        await app.bridge.setPolicy(app.call, undefined, { unconfined: "allow" });
        expect(await implement("Write outside.")).toMatchObject({ enforcement: "cli", result: { changes: [] } });
        expect(existsSync(sibling)).toBe(false);
      });

      it("is stopped at its timeout with everything it started", async () => {
        await open(agent, [], { "agent.timeout": 4000 });
        await expect(ask("Anything?")).rejects.toMatchObject({ code: "AGENT_TIMEOUT" });
        const [{ subAgentId = "" } = {}] = await app.bridge.runs.status(app.call, { limit: 1 });
        expect(await findMarkedProcesses(subAgentId)).toEqual([]);
      });
    },
  );
}
