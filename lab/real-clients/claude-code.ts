import type { RealClient } from "./client.js";

export const claudeCode: RealClient = {
  name: "claude-code",
  program: "claude",
  files: ({ folder }) => ({
    ".claude.json": JSON.stringify({
      hasCompletedOnboarding: true,
      projects: { [folder]: { hasTrustDialogAccepted: true } },
    }),
  }),
  env: ({ modelUrl }) => ({
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: "none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  }),
  args: (prompt) => ["-p", prompt, "--model", "claude-sonnet-4-5", "--allowedTools", "Bash,Edit,Read,mcp__throughline"],
  read: (path) => ({ tool: "Read", input: { file_path: path } }),
  run: (command) => ({ tool: "Bash", input: { command, description: "Run the check" } }),
  edit: (path, before, after) => ({
    tool: "Edit",
    input: { file_path: path, old_string: before, new_string: after },
  }),
};
