import type { RealClient } from "./client.js";

export const gemini: RealClient = {
  name: "gemini",
  program: "gemini",
  files: () => ({
    ".gemini/settings.json": JSON.stringify(
      {
        security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      },
      null,
      2,
    ),
  }),
  env: ({ modelUrl }) => ({ GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_API_KEY: "none" }),
  args: (prompt) => ["-p", prompt, "-m", "gemini-2.5-flash", "--approval-mode", "yolo", "--skip-trust"],
  read: (path) => ({ tool: "read_file", input: { file_path: path } }),
  run: (command) => ({ tool: "run_shell_command", input: { command, description: "Run the check" } }),
  edit: (path, before, after) => ({
    tool: "replace",
    input: { file_path: path, instruction: "Round half to even", old_string: before, new_string: after },
  }),
};
