import { type Adapter, type AgentParser, type Mode, noUsage, type Usage } from "../adapter.js";
import { describeToolStep } from "../describe-tool-step.js";
import { numberAt, readJsonLine, textAt, valueAt } from "../json-line.js";

const deniedPermissions = ["edit", "bash", "task", "webfetch", "websearch", "external_directory", "skill", "todowrite"];
const deny = (tools: readonly string[]) => JSON.stringify(Object.fromEntries(tools.map((tool) => [tool, "deny"])));
const permissions: Readonly<Record<Mode, string>> = {
  reads: deny(deniedPermissions),
  writes: deny(["external_directory"]),
};

/** OpenCode 1.18. It prefers PWD over its working directory, so both are set. */
export const opencode: Adapter = {
  name: "opencode",
  title: "OpenCode",
  command: "opencode",
  install: "npm install -g opencode-ai",
  features: ["--pure", "--auto", "--dir"],
  help: ["run", "--help"],
  environment: ["OPENCODE_*", "ANTHROPIC_*", "OPENAI_*", "GEMINI_*", "GOOGLE_*", "OPENROUTER_*"],
  homePaths: [".config/opencode", ".local/share/opencode", ".local/state/opencode", ".cache/opencode"],
  ownLimits: { reads: "permissions", writes: "permissions" },
  readOnlyBy: "permissions that deny editing, commands and the network",
  plan: ({ mode, prompt, folder, model, extraArgs, features }) => ({
    args: [
      ...["run", "--format", "json"],
      ...(features.has("--pure") ? ["--pure"] : []),
      ...(features.has("--dir") ? ["--dir", folder] : []),
      ...(mode === "writes" && features.has("--auto") ? ["--auto"] : []),
      ...(model ? ["-m", model] : []),
      ...extraArgs,
    ],
    input: prompt,
    environment: {
      OPENCODE_DISABLE_PROJECT_CONFIG: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_SHARE: "1",
      OPENCODE_PERMISSION: permissions[mode],
    },
  }),
  openParser,
};

function openParser(): AgentParser {
  let answer: string | undefined;
  let error = "";
  let used: Usage = noUsage;
  return {
    line(text) {
      const event = readJsonLine(text);
      const part = valueAt(event, "part");
      switch (textAt(event, "type")) {
        case "text":
          answer = textAt(part, "text");
          return undefined;
        case "step_finish":
          used = {
            inputTokens:
              used.inputTokens + numberAt(part, "tokens", "input") + numberAt(part, "tokens", "cache", "read"),
            outputTokens:
              used.outputTokens + numberAt(part, "tokens", "output") + numberAt(part, "tokens", "reasoning"),
            cost: used.cost + numberAt(part, "cost"),
          };
          return undefined;
        case "error":
          error =
            textAt(event, "error", "data", "message") || textAt(event, "error", "message") || "it reported an error";
          return undefined;
        case "tool_use":
          return { kind: "step", text: describeToolStep(textAt(part, "tool"), valueAt(part, "state", "input")) };
        default:
          return undefined;
      }
    },
    usage: () => used,
    end({ code, stderr }) {
      if (code === 0 && error === "" && answer !== undefined) return { answer, usage: used };
      const message = error || stderr || `it ended with exit code ${code}`;
      return { error: message, isSignedOut: /401|unauthorized|api key|not logged in/i.test(message), usage: used };
    },
  };
}
