import { type Adapter, type AgentParser, noUsage, type Usage } from "../adapter.js";
import { describeToolStep } from "../describe-tool-step.js";
import { numberAt, readJsonLine, textAt, valueAt } from "../json-line.js";

/** Denies its planning tools too: leaving the planning mode without a user switches to approving everything. */
const readOnlyPolicy = `[[rule]]
toolName = ["enter_plan_mode", "exit_plan_mode", "run_shell_command", "write_file", "replace", "web_fetch", "google_web_search", "activate_skill", "invoke_agent", "save_memory", "mcp_*"]
decision = "deny"
priority = 999
`;

const exits: Readonly<Record<number, string>> = {
  41: "it is not signed in",
  42: "it rejected our input",
  44: "its sandbox failed",
  52: "its settings are invalid",
  53: "it reached its limit of turns",
  54: "one of its tools failed",
  55: "it does not trust this folder",
};

/** Gemini CLI 0.61. */
export const gemini: Adapter = {
  name: "gemini",
  title: "Gemini CLI",
  command: "gemini",
  install: "npm install -g @google/gemini-cli",
  features: ["--admin-policy", "--skip-trust"],
  environment: ["GEMINI_*", "GOOGLE_*"],
  homePaths: [".gemini", ".config/gcloud"],
  ownLimits: { reads: "permissions", writes: "permissions" },
  readOnlyBy: "a policy file that denies every tool that writes, runs commands or leaves the folder",
  plan: ({ mode, prompt, model, extraArgs, features }) => ({
    args: [
      ...["-o", "stream-json", "--allowed-mcp-server-names", "none"],
      ...(features.has("--skip-trust") ? ["--skip-trust"] : []),
      ...(mode === "reads"
        ? ["--approval-mode", "default", "--admin-policy", "{run}/read-only.toml"]
        : ["--approval-mode", "yolo"]),
      ...(model ? ["-m", model] : []),
      ...extraArgs,
    ],
    input: prompt,
    files: { "read-only.toml": readOnlyPolicy },
    environment: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
  }),
  openParser,
};

function openParser(): AgentParser {
  let answer = "";
  let model = "";
  let result: unknown;
  let error = "";
  const used = (): Usage =>
    result
      ? {
          inputTokens: numberAt(result, "stats", "input_tokens"),
          outputTokens: numberAt(result, "stats", "output_tokens"),
          cost: 0,
        }
      : noUsage;
  return {
    line(text) {
      const event = readJsonLine(text);
      const type = textAt(event, "type");
      if (type === "init") model = textAt(event, "model");
      if (type === "result") result = event;
      if (type === "error") error = textAt(event, "message");
      if (type === "message" && textAt(event, "role") === "assistant") answer += textAt(event, "content");
      if (type !== "tool_use") return undefined;
      // Text before a tool call is not part of the answer.
      answer = "";
      return { kind: "step", text: describeToolStep(textAt(event, "tool_name"), valueAt(event, "parameters")) };
    },
    usage: used,
    end({ code, stderr }) {
      const isValid = textAt(result, "status") === "success" && code === 0;
      if (isValid && answer !== "") return { answer, model, usage: used() };
      const message = textAt(result, "error", "message") || error || exits[code ?? 0] || stderr;
      return { error: message || `it ended with exit code ${code}`, isSignedOut: code === 41, model, usage: used() };
    },
  };
}
