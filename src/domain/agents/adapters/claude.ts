import type { Adapter, AgentEvent, AgentParser, Mode, PlanOptions, Usage } from "../adapter.js";
import { describeToolStep } from "../describe-tool-step.js";
import { listAt, numberAt, readJsonLine, textAt, valueAt } from "../json-line.js";

const readTools = "Read,Glob,Grep";
const writeTools = "Read,Glob,Grep,Edit,Write,NotebookEdit,Bash";
/** Without Edit and Write: `acceptEdits` allows those in the repository alone. */
const allowedToWriters = "Read,Glob,Grep,Bash";
const deniedToReaders = "Bash,Edit,Write,NotebookEdit,WebFetch,WebSearch,Task,Agent";
const modifyingTools = ["Bash", "Edit", "Write", "MultiEdit", "NotebookEdit"];

/** Claude Code 2.1. Its restrictions are set by flags and verified in the first line of its output. */
export const claude: Adapter = {
  name: "claude",
  title: "Claude Code",
  command: "claude",
  install: "npm install -g @anthropic-ai/claude-code",
  features: [
    "--restricted",
    "--permission-prompts",
    "--max-budget-usd",
    "--setting-sources",
    "--disable-slash-commands",
  ],
  environment: ["ANTHROPIC_*", "CLAUDE_*", "AWS_BEARER_TOKEN_BEDROCK", "AWS_REGION", "DISABLE_*"],
  homePaths: [".claude", ".claude.json", ".config/claude", ".cache/claude"],
  folderVariables: ["CLAUDE_CONFIG_DIR"],
  ownLimits: { reads: "permissions", writes: "permissions" },
  readOnlyBy: "its tools are Read, Glob and Grep alone, checked in its first line of output",
  plan: (options) => ({
    args: [...commonArgs(options), ...permissionArgs(options), ...options.extraArgs],
    input: options.prompt,
  }),
  openParser,
};

function commonArgs({ features, model, maxCost }: PlanOptions): string[] {
  const has = (flag: string, ...words: string[]) => (features.has(flag) ? [flag, ...words] : []);
  return [
    ...["-p", "--output-format", "stream-json", "--verbose", "--strict-mcp-config", "--no-session-persistence"],
    ...has("--disable-slash-commands"),
    ...(model ? ["--model", model] : []),
    ...(maxCost > 0 ? has("--max-budget-usd", String(maxCost)) : []),
  ];
}

function permissionArgs({ mode, features }: PlanOptions): string[] {
  const has = (flag: string, ...words: string[]) => (features.has(flag) ? [flag, ...words] : []);
  if (mode === "writes")
    return ["--permission-mode", "acceptEdits", "--tools", writeTools, "--allowedTools", allowedToWriters];
  return [
    // Settings of the repository could add hooks and permissions, so read-only runs load none.
    ...(features.has("--restricted") ? ["--restricted"] : has("--setting-sources", "")),
    ...has("--permission-prompts", "none"),
    ...["--tools", readTools, "--disallowedTools", deniedToReaders, "--permission-mode", "dontAsk"],
  ];
}

function openParser(mode: Mode): AgentParser {
  const used = new Map<string, Usage>();
  let result: unknown;
  let model = "";

  return {
    line(text) {
      const event = readJsonLine(text);
      if (textAt(event, "type") === "result") result = event;
      if (textAt(event, "type") === "assistant") return readMessage(event);
      if (textAt(event, "subtype") === "init") return readOpening(event);
      return undefined;
    },
    usage: usageSoFar,
    end: ({ code, stderr }) => ({ ...readResult(code, stderr), model, usage: usageSoFar() }),
  };

  function usageSoFar(): Usage {
    return result ? finalUsage(result) : sum([...used.values()]);
  }

  function readOpening(event: unknown): AgentEvent | undefined {
    model = textAt(event, "model");
    const tool = listAt(event, "tools").find((name) => modifyingTools.includes(String(name)));
    if (mode === "reads" && tool) return { kind: "violation", text: `it has the tool ${tool}` };
    return undefined;
  }

  function readMessage(event: unknown): AgentEvent | undefined {
    const id = textAt(event, "message", "id");
    used.set(id, {
      inputTokens: numberAt(event, "message", "usage", "input_tokens"),
      outputTokens: numberAt(event, "message", "usage", "output_tokens"),
      cost: 0,
    });
    const call = listAt(event, "message", "content").find((block) => textAt(block, "type") === "tool_use");
    return call ? { kind: "step", text: describeToolStep(textAt(call, "name"), valueAt(call, "input")) } : undefined;
  }

  /** Only a valid result counts: an exit by signal can look like success, and an error can have the subtype "success". */
  function readResult(code: number | null, stderr: string) {
    const text = textAt(result, "result");
    const isValid =
      result !== undefined && valueAt(result, "is_error") !== true && textAt(result, "subtype") === "success";
    if (isValid && code === 0) return { answer: text };
    const errors = listAt(result, "errors").map(String).join("; ");
    const error = text || errors || textAt(result, "subtype") || stderr || `it ended with exit code ${code}`;
    const isSignedOut = /invalid api key|please run \/login|not logged in|authentication/i.test(`${error}\n${stderr}`);
    return { error, isSignedOut };
  }
}

const sum = (all: readonly Usage[]): Usage =>
  all.reduce(
    (total, one) => ({
      inputTokens: total.inputTokens + one.inputTokens,
      outputTokens: total.outputTokens + one.outputTokens,
      cost: total.cost + one.cost,
    }),
    { inputTokens: 0, outputTokens: 0, cost: 0 },
  );

/** `usage` counts the main conversation alone; `modelUsage` includes Claude Code's own sub-agents. */
function finalUsage(result: unknown): Usage {
  const models = Object.values((valueAt(result, "modelUsage") as Record<string, unknown> | undefined) ?? {});
  const cost = numberAt(result, "total_cost_usd");
  if (models.length === 0) {
    const cached = numberAt(result, "usage", "cache_read_input_tokens");
    const fresh = numberAt(result, "usage", "input_tokens") + numberAt(result, "usage", "cache_creation_input_tokens");
    return { inputTokens: fresh + cached, outputTokens: numberAt(result, "usage", "output_tokens"), cost };
  }
  const total = (...fields: string[]) =>
    models.reduce((sumOf: number, one) => sumOf + fields.reduce((part, field) => part + numberAt(one, field), 0), 0);
  return {
    inputTokens: total("inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"),
    outputTokens: total("outputTokens"),
    cost,
  };
}
