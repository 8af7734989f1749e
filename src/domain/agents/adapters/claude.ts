import type { Adapter, AgentAsk, AgentEvent, AgentParser, Mode, Usage } from "../adapter.js";
import { at, listAt, numberAt, readJsonLine, textAt } from "../json-line.js";
import { toolStep } from "../tool-step.js";

const readTools = "Read,Glob,Grep";
const writeTools = "Read,Glob,Grep,Edit,Write,NotebookEdit,Bash";
const deniedToReaders = "Bash,Edit,Write,NotebookEdit,WebFetch,WebSearch,Task,Agent";
const powers = ["Bash", "Edit", "Write", "MultiEdit", "NotebookEdit"];

/** Claude Code 2.1. Restrictions are asked for, then verified in the first line of its output. */
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
  homeShown: [".claude", ".claude.json", ".config/claude", ".cache/claude"],
  sandboxesItself: false,
  readOnlyBy: "its tools are Read, Glob and Grep alone, checked in its first line of output",
  plan: (ask) => ({ args: [...common(ask), ...powersOf(ask), ...ask.extraArgs], input: ask.prompt }),
  openParser,
};

function common({ features, model, maxCost }: AgentAsk): string[] {
  const has = (flag: string, ...words: string[]) => (features.has(flag) ? [flag, ...words] : []);
  return [
    ...["-p", "--output-format", "stream-json", "--verbose", "--strict-mcp-config", "--no-session-persistence"],
    ...has("--disable-slash-commands"),
    ...(model ? ["--model", model] : []),
    ...(maxCost > 0 ? has("--max-budget-usd", String(maxCost)) : []),
  ];
}

function powersOf({ mode, features }: AgentAsk): string[] {
  const has = (flag: string, ...words: string[]) => (features.has(flag) ? [flag, ...words] : []);
  if (mode === "writes")
    return ["--permission-mode", "acceptEdits", "--tools", writeTools, "--allowedTools", writeTools];
  return [
    // Settings of the repository could add hooks and permissions: readers take none.
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
    const power = listAt(event, "tools").find((tool) => powers.includes(String(tool)));
    if (mode === "reads" && power) return { kind: "overstep", text: `it was given the tool ${power}` };
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
    return call ? { kind: "step", text: toolStep(textAt(call, "name"), at(call, "input")) } : undefined;
  }

  /** Ends by signal look like success to the shell, and errors can say "success": only a sound result counts. */
  function readResult(code: number | null, stderr: string) {
    const text = textAt(result, "result");
    const isSound = result !== undefined && at(result, "is_error") !== true && textAt(result, "subtype") === "success";
    if (isSound && code === 0) return { answer: text };
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

/** `usage` counts the main conversation alone; `modelUsage` counts what its own helpers used too. */
function finalUsage(result: unknown): Usage {
  const models = Object.values((at(result, "modelUsage") as Record<string, unknown> | undefined) ?? {});
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
