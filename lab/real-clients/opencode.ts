import type { RealClient } from "./client.js";

export const opencode: RealClient = {
  name: "opencode",
  program: "opencode",
  files: ({ modelUrl }) => ({
    ".config/opencode/opencode.json": JSON.stringify(
      {
        $schema: "https://opencode.ai/config.json",
        ...{ autoupdate: false, share: "disabled", model: "scripted/scripted", small_model: "scripted/scripted" },
        enabled_providers: ["scripted"],
        provider: {
          scripted: {
            npm: "@ai-sdk/openai-compatible",
            name: "scripted",
            options: { baseURL: `${modelUrl}/v1`, apiKey: "none" },
            models: { scripted: { name: "scripted", tool_call: true, limit: { context: 200_000, output: 8000 } } },
          },
        },
        permission: { "*": "allow" },
      },
      null,
      2,
    ),
  }),
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  }),
  args: (prompt) => ["run", "-m", "scripted/scripted", prompt],
  read: (path) => ({ tool: "read", input: { filePath: path } }),
  run: (command) => ({ tool: "bash", input: { command, description: "Run the check" } }),
  edit: (path, before, after) => ({
    tool: "edit",
    input: { filePath: path, oldString: before, newString: after },
  }),
};
