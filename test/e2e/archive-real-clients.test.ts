import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mainScript, Product } from "../support/product.js";

// Needs the agents themselves and scripted models, see CONTRIBUTING.md; skipped where one of them is missing.
const acceptance = process.env.THROUGHLINE_TEST_CLIENTS ?? "";
const programs = process.env.CLIENT_BIN_DIR ?? "";
const isAbsent = (program: string) => acceptance === "" || !existsSync(join(programs, program));

interface FakeModel {
  readonly url: string;
  close(): Promise<void>;
}

interface Client {
  readonly agent: string;
  readonly program: string;
  readonly model: { readonly file: string; readonly start: string };
  /** Settings that connect it to the scripted model. */
  prepare(home: string, work: string, url: string): Record<string, string>;
  args(prompt: string, work: string): string[];
}

const clients: Client[] = [
  {
    ...{ agent: "claude-code", program: "claude", model: { file: "fake-anthropic.mjs", start: "startFakeAnthropic" } },
    prepare(home, work, url) {
      const trusted = { hasCompletedOnboarding: true, projects: { [work]: { hasTrustDialogAccepted: true } } };
      writeFileSync(join(home, ".claude.json"), JSON.stringify(trusted));
      return { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "not-a-key", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" };
    },
    args: (prompt) => ["-p", prompt, "--model", "claude-sonnet-4-5", "--output-format", "json"],
  },
  {
    ...{ agent: "codex", program: "codex", model: { file: "fake-openai.mjs", start: "startFakeOpenAI" } },
    prepare(home, work, url) {
      mkdirSync(join(home, ".codex"), { recursive: true });
      const lines = [
        'model = "gpt-5.1-codex"\nmodel_provider = "fake"\napproval_policy = "never"\ncheck_for_update_on_startup = false',
        "[analytics]\nenabled = false\n[features]\nenable_request_compression = false",
        `[model_providers.fake]\nname = "fake"\nbase_url = "${url}/v1"\nwire_api = "responses"\nrequires_openai_auth = false\nsupports_websockets = false`,
        `[projects.${JSON.stringify(work)}]\ntrust_level = "trusted"\n`,
      ];
      writeFileSync(join(home, ".codex", "config.toml"), lines.join("\n"));
      return {};
    },
    args: (prompt, work) => [
      "exec",
      "--skip-git-repo-check",
      "--dangerously-bypass-hook-trust",
      "--dangerously-bypass-approvals-and-sandbox",
      "-C",
      work,
      prompt,
    ],
  },
  {
    ...{ agent: "gemini", program: "gemini", model: { file: "fake-gemini.mjs", start: "startFakeGemini" } },
    prepare(home, _, url) {
      mkdirSync(join(home, ".gemini"), { recursive: true });
      const settings = {
        security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      };
      writeFileSync(join(home, ".gemini", "settings.json"), JSON.stringify(settings, null, 2));
      return { GEMINI_API_KEY: "not-a-key", GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: "true" };
    },
    args: (prompt) => ["-p", prompt, "-m", "gemini-2.5-flash", "--approval-mode", "yolo", "--skip-trust"],
  },
];

describe.each(clients)("$agent", (client) => {
  let product: Product;
  beforeEach(() => {
    product = new Product();
  });
  afterEach(() => product.remove());

  const run = (args: string[], env: Record<string, string>) =>
    new Promise<number | null>((done) => {
      // A minimal environment, so that the machine's settings have no effect.
      const child = spawn(join(programs, client.program), args, {
        cwd: product.repository,
        env: { PATH: process.env.PATH, HOME: product.folder, ...env },
        stdio: "ignore",
        timeout: 90_000,
      });
      child.on("close", done);
    });
  const own = (args: string[]) =>
    spawnSync(process.execPath, [mainScript, ...args], {
      cwd: product.repository,
      env: { PATH: process.env.PATH ?? "", HOME: product.folder },
      encoding: "utf8",
    });

  it.skipIf(isAbsent(client.program))(
    "has its session captured by hooks, found, and injected into the next session",
    async () => {
      const models = (await import(join(dirname(acceptance), client.model.file))) as Record<
        string,
        (options: object) => Promise<FakeModel>
      >;
      const logFile = join(product.folder, "requests.jsonl");
      const script = { turns: [{ text: "The walrus settings live in tide.toml, because the moon moves them." }] };
      const model = await models[client.model.start]?.({ script, logFile });
      const env = client.prepare(product.folder, product.repository, model?.url ?? "");
      expect(own(["hooks", "enable", "all", "--agent", client.agent]).status).toBe(0);
      own(["config", "set", "archive.hookDeadline", "20000"]);

      await run(client.args("Where do the walrus settings live?", product.repository), env);
      const searchResults = JSON.parse(own(["archive", "search", "walrus settings", "--json"]).stdout);
      expect(searchResults.results[0]).toMatchObject({ context: { problem: "Where do the walrus settings live?" } });
      expect(readFileSync(logFile, "utf8")).not.toContain("throughline-context");

      await run(client.args("What is next?", product.repository), env);
      await model?.close();
      const modelLog = readFileSync(logFile, "utf8");
      expect(modelLog).toContain("throughline-context");
      expect(modelLog.split("throughline-context")[1]).toContain("walrus settings");
    },
  );
});
