import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Implementation } from "../../src/domain/bridge/implementations.js";
import type { QueryAnswer } from "../../src/domain/bridge/queries.js";
import { agentCli } from "../../src/engine/agent-cli/agent-cli.js";
import { findMarkedProcesses } from "../../src/engine/agent-cli/process-markers.js";
import { type ScriptedModel, startScriptedModel, type Turn } from "../support/scripted-model.js";
import { seedProject } from "../support/seed-project.js";
import { type TestApp, testApp } from "../support/test-app.js";

// The real command lines against a scripted model on loopback; nothing leaves the machine and no key is a real one.
// They are searched on the PATH and in the folder in THROUGHLINE_TEST_AGENTS.
const more = process.env.THROUGHLINE_TEST_AGENTS;
if (more) process.env.PATH = `${more}${delimiter}${process.env.PATH}`;

interface Agent {
  readonly name: string;
  reads(file: string): Turn;
  writes(file: string): Turn;
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

const before = { ...process.env };
let app: TestApp;
let model: ScriptedModel;

async function open(agent: Agent, turns: readonly Turn[], settings: object = {}): Promise<void> {
  model = await startScriptedModel(turns);
  const chosen = { "agent.type": agent.name, "agent.timeout": 90_000, "agent.args": agent.args(model.url) };
  app = await testApp({ ...chosen, ...settings }, agentCli());
  await seedProject(app);
  const home = join(app.home.path, "agent-home");
  for (const [name, text] of Object.entries({ ...agent.home, ".keep": "" })) {
    mkdirSync(join(home, name, ".."), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  Object.assign(process.env, { HOME: home, ...agent.environment(model.url) });
}

afterEach(async () => {
  await app.remove();
  await model.close();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});

const ask = (query: string) =>
  app.bridge.query(app.call, { repo: "api", query, fresh: false, background: false }) as Promise<QueryAnswer>;

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

      it("is stopped at its timeout with everything it started", async () => {
        await open(agent, [], { "agent.timeout": 4000 });
        await expect(ask("Anything?")).rejects.toMatchObject({ code: "AGENT_TIMEOUT" });
        const [{ subAgentId = "" } = {}] = await app.bridge.runs.status(app.call, { limit: 1 });
        expect(await findMarkedProcesses(subAgentId)).toEqual([]);
      });
    },
  );
}
