import type { RealClient } from "./client.js";

export const codex: RealClient = {
  name: "codex",
  program: "codex",
  files: ({ folder, modelUrl }) => ({
    ".codex/config.toml": [
      'model = "gpt-5.1-codex"',
      'model_provider = "scripted"',
      'approval_policy = "never"',
      'sandbox_mode = "danger-full-access"',
      "check_for_update_on_startup = false",
      "[analytics]",
      "enabled = false",
      "[features]",
      "enable_request_compression = false",
      "[model_providers.scripted]",
      'name = "scripted"',
      `base_url = "${modelUrl}/v1"`,
      'wire_api = "responses"',
      "requires_openai_auth = false",
      "supports_websockets = false",
      `[projects.${JSON.stringify(folder)}]`,
      'trust_level = "trusted"',
      "",
    ].join("\n"),
  }),
  env: () => ({}),
  args: (prompt, { folder }) => ["exec", "-C", folder, prompt],
  read: (path) => ({ tool: "exec_command", input: { cmd: `cat ${path}` } }),
  run: (cmd) => ({ tool: "exec_command", input: { cmd } }),
  edit: (path, before, after) => ({
    tool: "exec_command",
    input: {
      cmd: `apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: ${path}\n@@\n-${before}\n+${after}\n*** End Patch\nEOF`,
    },
  }),
};
