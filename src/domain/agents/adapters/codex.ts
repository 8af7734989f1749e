import { type Adapter, type AgentEvent, type AgentParser, noUsage, type Usage } from "../adapter.js";
import { listAt, numberAt, readJsonLine, textAt, valueAt } from "../json-line.js";

/** Its sandbox would also allow writes in temporary folders, where other repositories may be. */
const excludeTemporaryFolders = [
  ...["-c", "sandbox_workspace_write.exclude_slash_tmp=true"],
  ...["-c", "sandbox_workspace_write.exclude_tmpdir_env_var=true"],
];

/** Codex 0.166: confined by its own operating system sandbox, started without the user's MCP servers. */
export const codex: Adapter = {
  name: "codex",
  title: "Codex",
  command: "codex",
  install: "npm install -g @openai/codex",
  features: [],
  environment: ["OPENAI_*", "CODEX_*", "AZURE_OPENAI_*"],
  homePaths: [".codex"],
  ownLimits: { reads: "sandbox", writes: "sandbox" },
  readOnlyBy: "its own operating system sandbox, `read-only`",
  plan: ({ mode, prompt, folder, model, extraArgs }) => ({
    args: [
      ...["exec", "--json", "--ephemeral", "--skip-git-repo-check", "--ignore-user-config", "--ignore-rules"],
      ...["-s", mode === "reads" ? "read-only" : "workspace-write", "-c", 'approval_policy="never"'],
      ...["-c", 'web_search="disabled"', "-C", folder],
      ...(mode === "writes" ? excludeTemporaryFolders : []),
      ...(model ? ["-m", model] : []),
      ...extraArgs,
      "-",
    ],
    input: prompt,
  }),
  openParser,
};

function openParser(): AgentParser {
  let answer: string | undefined;
  let error = "";
  let isDone = false;
  let used: Usage = noUsage;
  return {
    line(text) {
      const event = readJsonLine(text);
      const type = textAt(event, "type");
      if (type === "turn.completed") {
        isDone = true;
        used = {
          inputTokens: used.inputTokens + numberAt(event, "usage", "input_tokens"),
          outputTokens: used.outputTokens + numberAt(event, "usage", "output_tokens"),
          cost: 0,
        };
      }
      if (type === "turn.failed") error = textAt(event, "error", "message");
      if (type === "error") error = textAt(event, "message");
      const item = valueAt(event, "item");
      if (type === "item.completed" && textAt(item, "type") === "agent_message") answer = textAt(item, "text");
      return type === "item.started" || type === "item.completed" ? stepOf(item) : undefined;
    },
    usage: () => used,
    end({ code, stderr }) {
      if (isDone && code === 0 && answer !== undefined) return { answer, usage: used };
      const message = error || stderr || `it ended with exit code ${code}`;
      return { error: message, isSignedOut: /401|unauthorized|not logged in|api key/i.test(message), usage: used };
    },
  };
}

function stepOf(item: unknown): AgentEvent | undefined {
  const type = textAt(item, "type");
  if (type === "command_execution") return { kind: "step", text: `runs ${textAt(item, "command")}`.slice(0, 120) };
  if (type !== "file_change") return undefined;
  const files = listAt(item, "changes").map((change) => textAt(change, "path"));
  return { kind: "step", text: `changes ${files.join(", ")}`.slice(0, 120) };
}
