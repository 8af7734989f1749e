import type { Adapter, Mode } from "../adapter.js";
import { openPlainParser } from "./plain-output.js";

/** By default it commits the user's uncommitted work, edits .gitignore and keeps its history in the repository. */
const safetyArgs = [
  ...["--no-auto-commits", "--no-dirty-commits", "--no-auto-lint", "--no-auto-test", "--no-suggest-shell-commands"],
  ...["--no-gitignore", "--no-restore-chat-history", "--no-pretty", "--no-stream", "--no-fancy-input"],
  ...["--no-check-update", "--no-show-release-notes", "--no-analytics", "--no-detect-urls", "--yes-always"],
  ...["--chat-history-file", "{run}/chat.md", "--input-history-file", "{run}/input"],
  ...["--config", "{run}/empty.yml", "--env-file", "{run}/empty.env"],
];

const modeArgs: Record<Mode, readonly string[]> = { reads: ["--chat-mode", "ask", "--dry-run"], writes: [] };

/** Aider, by its documented options; not tested with a real one. */
export const aider: Adapter = {
  name: "aider",
  title: "Aider",
  command: "aider",
  install: "python -m pip install aider-chat",
  features: [],
  environment: ["AIDER_*", "ANTHROPIC_*", "OPENAI_*", "GEMINI_*", "OPENROUTER_*", "DEEPSEEK_*"],
  homePaths: [".aider"],
  ownLimits: { reads: "permissions", writes: "none" },
  readOnlyBy: "its question mode and dry run",
  plan: ({ mode, prompt, model, extraArgs }) => ({
    args: [
      ...["--message-file", "{run}/prompt.md"],
      ...modeArgs[mode],
      ...safetyArgs,
      ...(model ? ["--model", model] : []),
      ...extraArgs,
    ],
    files: { "prompt.md": prompt, "empty.yml": "", "empty.env": "" },
  }),
  openParser: openPlainParser,
};
