import type { Host } from "./host.js";
import { type Mode, openPlainParser, type SubAgent } from "./sub-agent.js";

/** By default it commits the user's uncommitted work, edits .gitignore and keeps its history in the repository. */
const safetyArgs = [
  ...["--no-auto-commits", "--no-dirty-commits", "--no-auto-lint", "--no-auto-test", "--no-suggest-shell-commands"],
  ...["--no-gitignore", "--no-restore-chat-history", "--no-pretty", "--no-stream", "--no-fancy-input"],
  ...["--no-check-update", "--no-show-release-notes", "--no-analytics", "--no-detect-urls", "--yes-always"],
  ...["--chat-history-file", "{run}/chat.md", "--input-history-file", "{run}/input"],
  ...["--config", "{run}/empty.yml", "--env-file", "{run}/empty.env"],
];

const modeArgs: Record<Mode, readonly string[]> = { reads: ["--chat-mode", "ask", "--dry-run"], writes: [] };

/** By its documented options; not tested with a real one. */
const subAgent: SubAgent = {
  install: "python -m pip install aider-chat",
  features: [],
  environment: ["AIDER_*", "ANTHROPIC_*", "OPENAI_*", "GEMINI_*", "OPENROUTER_*", "DEEPSEEK_*"],
  homePaths: [".aider"],
  ownLimits: { reads: "permissions", writes: "none" },
  readOnlyBy: "its question mode and dry run",
  plan: ({ mode, prompt, model, extraArgs }) => ({
    args: [
      "--message-file",
      "{run}/prompt.md",
      ...modeArgs[mode],
      ...safetyArgs,
      ...(model ? ["--model", model] : []),
      ...extraArgs,
    ],
    files: { "prompt.md": prompt, "empty.yml": "", "empty.env": "" },
  }),
  openParser: openPlainParser,
};

export const aider: Host = {
  id: "aider",
  name: "Aider",
  commands: ["aider"],
  detectionPaths: ({ join, home }) => [join(home, ".aider.conf.yml")],
  subAgent,
  basis: "Written from its documentation; not tested with the real program.",
};
