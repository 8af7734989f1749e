import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
}

export const clients: readonly Client[] = [
  {
    ...{ agent: "claude-code", program: "claude", model: { file: "fake-anthropic.mjs", start: "startFakeAnthropic" } },
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
    shell: (cmd) => ({ tool: "exec_command", input: { cmd } }),
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
    shell: (command) => ({ tool: "run_shell_command", input: { command, description: "Run it" } }),
  },
];

/** Its settings name the scripted model as a provider of chat completions. */
export const openCodeClient: Client = {
  ...{ agent: "opencode", program: "opencode", model: { file: "fake-openai.mjs", start: "startFakeOpenAI" } },
  prepare(home, _, url) {
    mkdirSync(join(home, ".config", "opencode"), { recursive: true });
    const models = { model: { name: "Fake", tool_call: true, limit: { context: 200_000, output: 8000 } } };
    const options = { baseURL: `${url}/v1`, apiKey: "none" };
    const provider = { fake: { npm: "@ai-sdk/openai-compatible", name: "Fake", options, models } };
    const names = { model: "fake/model", small_model: "fake/model", enabled_providers: ["fake"] };
    const settings = { autoupdate: false, share: "disabled", ...names, provider, permission: { "*": "allow" } };
    writeFileSync(join(home, ".config", "opencode", "opencode.json"), JSON.stringify(settings));
    const off = ["AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD", "DEFAULT_PLUGINS"];
    return Object.fromEntries(off.map((name) => [`OPENCODE_DISABLE_${name}`, "1"]));
  },
  args: (prompt) => ["run", "-m", "fake/model", prompt],
  shell: (command) => ({ tool: "bash", input: { command, description: "Run it" } }),
};
