import type { Adapter, Mode } from "../adapter.js";
import { openPlainParser } from "./plain-output.js";

/** Left to itself it commits the person's own uncommitted work, edits .gitignore and keeps its history in the repository. */
const wellBehaved = [
  ...["--no-auto-commits", "--no-dirty-commits", "--no-auto-lint", "--no-auto-test", "--no-suggest-shell-commands"],
  ...["--no-gitignore", "--no-restore-chat-history", "--no-pretty", "--no-stream", "--no-fancy-input"],
  ...["--no-check-update", "--no-show-release-notes", "--no-analytics", "--no-detect-urls", "--yes-always"],
  ...["--chat-history-file", "{run}/chat.md", "--input-history-file", "{run}/input"],
  ...["--config", "{run}/empty.yml", "--env-file", "{run}/empty.env"],
];

const powers: Record<Mode, readonly string[]> = { reads: ["--chat-mode", "ask", "--dry-run"], writes: [] };

/** Aider: driven by its documented options; it was not run against a real one. */
export const aider: Adapter = {
  name: "aider",
  title: "Aider",
  command: "aider",
  install: "python -m pip install aider-chat",
  features: [],
  environment: ["AIDER_*", "ANTHROPIC_*", "OPENAI_*", "GEMINI_*", "OPENROUTER_*", "DEEPSEEK_*"],
  homeShown: [".aider"],
  sandboxesItself: false,
  readOnlyBy: "its question mode and dry run",
  plan: ({ mode, prompt, model, extraArgs }) => ({
    args: [
      ...["--message-file", "{run}/prompt.md"],
      ...powers[mode],
      ...wellBehaved,
      ...(model ? ["--model", model] : []),
      ...extraArgs,
    ],
    files: { "prompt.md": prompt, "empty.yml": "", "empty.env": "" },
  }),
  openParser: openPlainParser,
};
