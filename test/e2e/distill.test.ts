import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentCli } from "../../src/engine/agent-cli/agent-cli.js";
import { ClaudeTranscript } from "../support/claude-transcript.js";
import { Product } from "../support/product.js";
import { startScriptedModel } from "../support/scripted-model.js";

// The built product with a model on loopback: behind an endpoint, and behind the command lines of real agents, which are
// searched on the PATH and in the folder in THROUGHLINE_TEST_AGENTS.
const more = process.env.THROUGHLINE_TEST_AGENTS;
if (more) process.env.PATH = `${more}${delimiter}${process.env.PATH}`;

const answer = JSON.stringify({
  lessons: [
    {
      kind: "rule",
      title: "Use pnpm in the shop",
      content: "Install packages with pnpm, never with npm, because the lockfile breaks.",
      evidence: [{ exchange: "E1", quote: "never with npm, because the lockfile breaks" }],
      files: ["package.json", "missing.json"],
    },
    {
      kind: "fact",
      title: "Tests run on Jenkins",
      content: "The tests run on Jenkins.",
      evidence: [{ exchange: "E1", quote: "All tests pass" }],
    },
  ],
});

let product: Product;
const closers: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  product = new Product();
  const { folder, repository } = product;
  writeFileSync(join(repository, "package.json"), "{}\n");
  for (const [i, id] of ["5e551011", "6e551011"].entries()) {
    const session = new ClaudeTranscript(`${id}-0000-4000-8000-000000000001`, repository, `2026-10-1${i}T09:00:00.000Z`)
      .ask(
        "Install what package.json needs with pnpm, never with npm, because the lockfile breaks. Then run the tests.",
      )
      .say("I installed it with pnpm. All tests pass. The file missing.json is not there.");
    const path = join(folder, ".claude", "projects", "work", `${session.session}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, session.text);
  }
  product.run(["import", "sessions"]);
});

afterEach(async () => {
  product.remove();
  for (const close of closers.splice(0)) await close();
});

/** Runs beside the model of this process, which must be able to answer. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = product.start(args, { env });
  child.stdin.end();
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const status = await new Promise((ended) => child.on("close", ended));
  return { status, stdout, stderr };
}

async function startEndpoint(status = 200) {
  const requests: { headers: Record<string, unknown>; body: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    requests.push({ headers: { ...request.headers, path: request.url }, body: JSON.parse(body) });
    const choices = [{ message: { role: "assistant", content: `Here:\n\`\`\`json\n${answer}\n\`\`\`` } }];
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ choices, usage: { prompt_tokens: 1234, completion_tokens: 99 } }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closers.push(() => new Promise((closed) => server.close(closed)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const env = {
    THROUGHLINE_LEARNING_ENDPOINT: url,
    THROUGHLINE_LEARNING_ENDPOINT_MODEL: "small-1",
    THROUGHLINE_LEARNING_ENDPOINT_KEY: "test-key",
    THROUGHLINE_ARCHIVE_PRICES: "small=1/5",
  };
  return { requests, url, env };
}

const distill = (env: NodeJS.ProcessEnv, ...more: string[]) => run(["distill", "--with", "endpoint", ...more], env);

describe("distill with an endpoint", () => {
  it("calls nothing unless a model is chosen and a person agreed", async () => {
    const { requests, env } = await startEndpoint();
    expect(await run(["distill"], env)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("learning.distiller is off"),
    });
    expect(await distill(env)).toMatchObject({
      status: 5,
      stderr: expect.stringMatching(/1 session in 1 call.*Pass --yes/s),
    });
    expect((await distill(env, "--dry-run")).stdout).toMatch(/tokens in and 350 out, \$0\.00\d+\.\nNo model was asked/);
    expect(requests).toEqual([]);
  });

  it("stores the lesson that the session proves, says what it dropped, and reads no session twice", async () => {
    const { requests, env } = await startEndpoint();
    const first = await distill(env, "--yes");
    expect(first.stdout).toMatch(/\[rule\] Use pnpm in the shop \(mem_\w+\)/);
    expect(first.stdout).toContain('E1 2026-10-11: "never with npm, because the lockfile breaks"');
    expect(first.stdout).toContain('Dropped: "Tests run on Jenkins": the exchanges it cites do not contain "Jenkins".');
    expect(requests[0]).toMatchObject({
      headers: { path: "/v1/chat/completions", authorization: "Bearer test-key" },
      body: { model: "small-1", max_tokens: 1500 },
    });
    const second = JSON.parse((await distill(env, "--last", "5", "--yes", "--json")).stdout);
    expect(second.sessions).toMatchObject([{ lessons: [{ change: "new", kind: "rule" }] }]);
    expect((await distill(env, "--yes")).stdout).toContain("no new session");
    expect(requests).toHaveLength(2);
    const memories = JSON.parse(product.run(["memory", "list", "--json"]).stdout);
    expect(memories.memories).toHaveLength(1);
    expect(JSON.parse(product.run(["memory", "show", memories.memories[0].id, "--json"]).stdout)).toMatchObject({
      memory: { author: "distiller:endpoint", state: "candidate", anchors: ["package.json"] },
    });
    expect(product.run(["receipts"]).stdout).toMatch(
      /small-1 distilled 5e551011-000: 1234 tokens in, 99 out, \$0\.0017, 1 lesson, 1 dropped/,
    );
  });

  it("says which endpoint cannot be used, and why", async () => {
    const refusing = await startEndpoint(401);
    expect(await distill(refusing.env, "--yes")).toMatchObject({
      status: 6,
      stderr: expect.stringMatching(/it answered 401[\s\S]*learning\.endpointKey/),
    });
    const env = { ...refusing.env, THROUGHLINE_LEARNING_ENDPOINT: "http://127.0.0.1:9/v1" };
    expect(await distill(env, "--yes")).toMatchObject({
      status: 6,
      stderr: expect.stringContaining("http://127.0.0.1:9/v1"),
    });
    expect(await distill({}, "--yes")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("learning.endpoint is not set"),
    });
  });

  it("stops at the cap of the day", async () => {
    const { requests, env } = await startEndpoint();
    const { status, stdout } = await distill(
      { ...env, THROUGHLINE_LEARNING_MAX_TOKENS_PER_DAY: "2000" },
      "--last",
      "2",
      "--yes",
    );
    expect({ status, calls: requests.length }).toEqual({ status: 1, calls: 1 });
    expect(stdout).toContain("Stopped: The budget learning.maxTokensPerDay does not allow another session");
  });
});

interface Agent {
  environment(url: string): NodeJS.ProcessEnv;
  /** Its environment without a key; by default the server refuses the one it has. */
  readonly signedOut?: NodeJS.ProcessEnv;
  /** Files of its home folder. */
  home(url: string): Readonly<Record<string, string>>;
}

const agents: Readonly<Record<string, Agent>> = {
  claude: {
    environment: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    }),
    signedOut: {},
    home: () => ({}),
  },
  codex: {
    environment: (url) => ({
      THROUGHLINE_AGENT_ARGS: Object.entries({
        model_provider: '"s"',
        model: '"gpt-5.1-codex"',
        "model_providers.s.name": '"s"',
        "model_providers.s.wire_api": '"responses"',
        "model_providers.s.base_url": `"${url}/v1"`,
      })
        .map(([key, value]) => `-c,${key}=${value}`)
        .join(","),
    }),
    home: () => ({}),
  },
  gemini: {
    signedOut: {},
    environment: (url) => ({
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: "none",
      THROUGHLINE_AGENT_ARGS: "-m,gemini-2.5-flash",
    }),
    home: () => ({
      ".gemini/settings.json": JSON.stringify({
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      }),
    }),
  },
  opencode: {
    environment: () => ({ OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_DEFAULT_PLUGINS: "1" }),
    home: (url) => ({
      ".config/opencode/opencode.json": JSON.stringify({
        model: "fake/m",
        small_model: "fake/m",
        enabled_providers: ["fake"],
        autoupdate: false,
        provider: {
          fake: {
            npm: "@ai-sdk/openai-compatible",
            name: "Fake",
            models: { m: { name: "Fake", tool_call: true } },
            options: { baseURL: `${url}/v1`, apiKey: "none" },
          },
        },
      }),
    }),
  },
};

for (const [name, agent] of Object.entries(agents)) {
  const isHere = (await agentCli().find(name)) !== undefined;
  describe.skipIf(!isHere)(`distill with ${name}${isHere ? "" : " (not installed)"}`, () => {
    const open = (url: string) => {
      for (const [file, content] of Object.entries(agent.home(url))) {
        mkdirSync(join(product.folder, file, ".."), { recursive: true });
        writeFileSync(join(product.folder, file), content);
      }
      return { THROUGHLINE_AGENT_TYPE: name };
    };

    it("stores what the session proves, and leaves neither a folder nor a session of its own", async () => {
      const model = await startScriptedModel([{ text: answer }]);
      closers.push(() => model.close());
      const env = { ...open(model.url), ...agent.environment(model.url) };
      const before = readdirSync(tmpdir());
      const { stdout, stderr, status } = await run(["distill", "--with", name, "--yes", "--json"], env);
      expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
      expect(JSON.parse(stdout)).toMatchObject({
        sessions: [{ lessons: [{ title: "Use pnpm in the shop" }], dropped: [{ title: "Tests run on Jenkins" }] }],
      });
      expect(readdirSync(tmpdir()).filter((file) => !before.includes(file) && file.includes("-distill-"))).toEqual([]);
      product.run(["import", "sessions"]);
      expect(JSON.parse(product.run(["stats", "--json"]).stdout)).toMatchObject({ sessions: 2 });
    });

    it("says so when it is not signed in, and changes nothing", async () => {
      const { url } = await startEndpoint(401);
      const base = url.replace(/\/v1$/, "");
      const env = { ...open(base), ...(agent.signedOut ?? agent.environment(base)) };
      const { status, stderr } = await run(["distill", "--with", name, "--yes"], env);
      expect({ status, stderr }).toEqual({ status: 6, stderr: expect.stringContaining(`Sign in: run ${name} once.`) });
      expect(JSON.parse(product.run(["receipts", "--json"]).stdout).distilled).toEqual([]);
    });
  });
}

describe("distill with an agent that is missing", () => {
  it("says how to install it", async () => {
    const { status, stderr } = await run(["distill", "--with", "codex", "--yes"], { PATH: "/usr/bin:/bin" });
    expect({ status, stderr }).toEqual({
      status: 6,
      stderr: expect.stringMatching(/Codex is not installed[\s\S]*npm install -g/),
    });
  });
});
