import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Turn } from "./scripted-model.js";

/** The folder with the agents' programs, see CONTRIBUTING.md. */
export const clientPrograms = process.env.CLIENT_BIN_DIR ?? process.env.THROUGHLINE_TEST_CLIENT_BIN ?? "";

export const isClientAbsent = ({ program }: Client): boolean =>
  clientPrograms === "" || !existsSync(join(clientPrograms, program));

/** A real agent on the command line, connected to a scripted model. */
export interface Client {
  readonly agent: string;
  readonly program: string;
  readonly model: { readonly file: string; readonly start: string };
  /** Settings that connect it to the scripted model. */
  prepare(home: string, work: string, url: string): Record<string, string>;
  args(prompt: string, work: string): string[];
  /** The call with which its model runs a shell command. */
  shell(command: string): Turn;
  /** The call with which its model opens or writes a file. */
  file?(path: string): Turn;
  /** The moments at which this version, run like this, takes context. */
  readonly moments?: readonly Moment[];
}

export type Moment = "start" | "prompt" | "file" | "failure";

export const clients: readonly Client[] = [
  {
    agent: "claude-code",
    program: "claude",
    model: { file: "fake-anthropic.mjs", start: "startFakeAnthropic" },
    prepare(home, work, url) {
      const trusted = { hasCompletedOnboarding: true, projects: { [work]: { hasTrustDialogAccepted: true } } };
      writeFileSync(join(home, ".claude.json"), JSON.stringify(trusted));
      return { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "not-a-key", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" };
    },
    args: (prompt) => [
      "-p",
      prompt,
      "--model",
      "claude-sonnet-4-5",
      "--output-format",
      "json",
      "--allowedTools",
      "Bash",
    ],
    shell: (command) => ({ tool: "Bash", input: { command, description: "Run it" } }),
    file: (path) => ({ tool: "Read", input: { file_path: path } }),
    moments: ["start", "prompt", "file", "failure"],
  },
  {
    agent: "codex",
    program: "codex",
    model: { file: "fake-openai.mjs", start: "startFakeOpenAI" },
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
    shell: (cmd) => ({ tool: "exec_command", input: { cmd } }),
    moments: ["start", "prompt", "failure"],
  },
  {
    agent: "gemini",
    program: "gemini",
    model: { file: "fake-gemini.mjs", start: "startFakeGemini" },
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
    shell: (command) => ({ tool: "run_shell_command", input: { command, description: "Run it" } }),
    file: (path) => ({ tool: "read_file", input: { file_path: path } }),
    moments: ["start", "prompt", "file", "failure"],
  },
];

/** Settings of OpenCode and its fork that name the scripted model as a provider of chat completions. */
function openCodeSettings(url: string): object {
  const models = { model: { name: "Fake", tool_call: true, limit: { context: 200_000, output: 8000 } } };
  const options = { baseURL: `${url}/v1`, apiKey: "none" };
  const provider = { fake: { npm: "@ai-sdk/openai-compatible", name: "Fake", options, models } };
  const names = { model: "fake/model", small_model: "fake/model", enabled_providers: ["fake"] };
  return { autoupdate: false, share: "disabled", ...names, provider, permission: { "*": "allow" } };
}

function writeJson(value: object, ...path: string[]): void {
  mkdirSync(dirname(join(...path)), { recursive: true });
  writeFileSync(join(...path), JSON.stringify(value));
}

const openAi = { file: "fake-openai.mjs", start: "startFakeOpenAI" };
const bash = (command: string): Turn => ({ tool: "bash", input: { command, description: "Run it" } });

export const openCodeClient: Client = {
  agent: "opencode",
  program: "opencode",
  model: openAi,
  prepare(home, _, url) {
    writeJson(openCodeSettings(url), home, ".config", "opencode", "opencode.json");
    const off = ["AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD", "DEFAULT_PLUGINS"];
    return Object.fromEntries(off.map((name) => [`OPENCODE_DISABLE_${name}`, "1"]));
  },
  args: (prompt) => ["run", "-m", "fake/model", prompt],
  shell: bash,
  file: (path) => ({ tool: "read", input: { filePath: path } }),
  moments: ["start", "prompt", "file", "failure"],
};

/** Agents that speak to a model of chat completions; each is tried where its program is installed. */
export const chatClients: readonly Client[] = [
  {
    agent: "kilo",
    program: "kilo",
    model: openAi,
    prepare(home, _, url) {
      writeJson(openCodeSettings(url), home, ".config", "kilo", "kilo.json");
      return { KILO_DISABLE_AUTOUPDATE: "1", KILO_DISABLE_MODELS_FETCH: "1", KILO_DISABLE_LSP_DOWNLOAD: "1" };
    },
    args: (prompt) => ["run", "-m", "fake/model", prompt],
    shell: bash,
    file: (path) => ({ tool: "read", input: { filePath: path } }),
    moments: ["start", "prompt", "file", "failure"],
  },
  {
    agent: "cline",
    program: "cline",
    model: openAi,
    prepare(home, _, url) {
      const provider = "openai-compatible";
      const settings = { provider, apiKey: "none", model: "fake-model", baseUrl: `${url}/v1` };
      const providers = { [provider]: { settings, updatedAt: "2026-01-01T00:00:00.000Z", tokenSource: "manual" } };
      const all = { version: 1, lastUsedProvider: provider, modes: {}, providers };
      writeJson(all, home, ".cline", "data", "settings", "providers.json");
      return {};
    },
    args: (prompt) => [prompt],
    shell: (command) => ({ tool: "run_commands", input: { commands: [command] } }),
    file: (path) => ({ tool: "editor", input: { command: "create", path, file_text: "walrus", new_text: "walrus" } }),
    moments: ["start", "prompt", "file", "failure"],
  },
  {
    agent: "qwen",
    program: "qwen",
    model: openAi,
    prepare(home, _, url) {
      const settings = { security: { auth: { selectedType: "openai" } }, general: { enableAutoUpdate: false } };
      writeJson(settings, home, ".qwen", "settings.json");
      return { OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "fake-model" };
    },
    args: (prompt) => ["-p", prompt, "--yolo"],
    shell: (command) => ({
      tool: "run_shell_command",
      input: { command, description: "Run it", is_background: false },
    }),
    file: (path) => ({ tool: "read_file", input: { file_path: path } }),
    moments: ["start", "prompt", "file", "failure"],
  },
  {
    agent: "droid",
    program: "droid",
    model: openAi,
    prepare(home, _, url) {
      const names = { model: "fake-model", id: "custom:fake-0", index: 0, displayName: "Fake", apiKey: "none" };
      const model = { ...names, baseUrl: `${url}/v1`, provider: "generic-chat-completion-api", maxOutputTokens: 8000 };
      writeJson({ customModels: [model], cloudSessionSync: false }, home, ".factory", "settings.json");
      return { FACTORY_API_KEY: "none" };
    },
    args: (prompt) => ["exec", "--auto", "medium", "-m", "custom:fake-0", prompt],
    shell: (command) => ({
      tool: "Execute",
      input: { command, summary: "Run it", timeout: 20, riskLevel: "low", riskLevelReason: "none" },
    }),
    file: (path) => ({ tool: "Read", input: { file_path: path } }),
    moments: ["start", "file"],
  },
  {
    agent: "copilot",
    program: "copilot",
    model: openAi,
    prepare: (_, __, url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: "openai",
      COPILOT_PROVIDER_API_KEY: "none",
      COPILOT_MODEL: "gpt-4o",
      COPILOT_OFFLINE: "true",
    }),
    args: (prompt) => ["-p", prompt, "--allow-all-tools"],
    shell: bash,
    file: (path) => ({ tool: "view", input: { path } }),
    moments: ["start", "prompt", "file", "failure"],
  },
  {
    agent: "pi",
    program: "pi",
    model: openAi,
    prepare(home, _, url) {
      const provider = { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "none", models: [{ id: "fake" }] };
      writeJson({ providers: { fake: provider } }, home, ".pi", "agent", "models.json");
      return { PI_OFFLINE: "1" };
    },
    args: (prompt) => ["-p", "--provider", "fake", "--model", "fake", prompt],
    shell: bash,
    file: (path) => ({ tool: "read", input: { path } }),
    moments: ["start", "prompt", "file", "failure"],
  },
  {
    agent: "goose",
    program: "goose",
    model: openAi,
    prepare: (_, __, url) => ({
      GOOSE_PROVIDER: "openai",
      GOOSE_MODEL: "gpt-4o",
      GOOSE_MODE: "auto",
      GOOSE_DISABLE_KEYRING: "1",
      OPENAI_HOST: url,
      OPENAI_API_KEY: "none",
    }),
    args: (prompt) => ["run", "-t", prompt, "--with-builtin", "developer"],
    shell: (command) => ({ tool: "shell", input: { command } }),
    moments: ["start"],
  },
];
