import { join } from "node:path";
import type { Platform } from "../base/platform.js";
import { sha256 } from "../base/sha256.js";
import type { SessionMetadata } from "../store/archive/session-event.js";
import { describeToolStep, parserOf, type Run, usageIn } from "./agent-output.js";
import { nothing } from "./gather-transcript.js";
import type { HookSetup, HostContext, OwnParts } from "./host.js";
import { hookTimeoutSeconds, inJson, mcpServers, scopedFolder } from "./host-parts.js";
import {
  countAt,
  firstText,
  type Json,
  listAt,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
} from "./json-fields.js";
import type { PayloadFormat } from "./payload.js";
import type { Restoration, RestoredBlock, RestoredSession } from "./restored-session.js";
import {
  type AgentEvent,
  addUsage,
  type Mode,
  noUsage,
  type PlanOptions,
  type SubAgent,
  type Usage,
} from "./sub-agent.js";
import { contentText, messageEvents, textEvents, timeOf, tokenFacts } from "./transcript-events.js";
import type { TranscriptFormat } from "./transcript-format.js";

const homeOf = ({ env, home, ...platform }: Platform) => env.CLAUDE_CONFIG_DIR || platform.join(home, ".claude");

const folderOf = (context: HostContext) => scopedFolder(context, homeOf(context.platform), ".claude");

const settingsOf = (context: HostContext) => context.platform.join(folderOf(context), "settings.json");

/** Tools that only read need no hook before they run. */
const changingTools = "Bash|Edit|MultiEdit|Write|NotebookEdit|WebFetch|mcp__.*";

export const claudeCodeHooks: HookSetup = {
  events: [
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "Stop",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "Notification",
    "SessionEnd",
  ],
  location: (context) => ({
    kind: "list",
    file: settingsOf(context),
    item: (words, event, platform) => {
      const [command = "", ...args] = words;
      // With `args`, no shell runs, so spaces, quotes and Windows need no escaping. A command without a path needs
      // a shell: on Windows it is a file that only a shell finds and starts.
      const start = platform.isAbsolute(command) ? { command, args } : { command: platform.shellLine(words) };
      return {
        matcher: event === "PreToolUse" ? changingTools : "",
        hooks: [{ type: "command", ...start, timeout: hookTimeoutSeconds }],
      };
    },
  }),
};

/** For the hosts that took over Claude Code's events, too. */
export const claudeEvents: HookSetup["events"] = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "Stop",
  "SubagentStop",
  "PreCompact",
  "SessionEnd",
];

export const claudeOccasions: PayloadFormat["occasions"] = {
  SessionStart: "session-start",
  PreCompact: "compaction-start",
  UserPromptSubmit: "prompt",
  PreToolUse: "action",
  SubagentStart: "subagent-start",
  PostToolUse: "tool",
  PostToolUseFailure: "tool-failure",
  Stop: "turn-end",
};

/** Cursor and VS Code run the hooks in its settings. */
export const claudeCodePayloads: PayloadFormat = { occasions: claudeOccasions, isShared: true };

/** `projects/<folder>/<session>.jsonl` and `subagents/` in the same folder. */
export const claudeCodeTranscripts: TranscriptFormat = {
  folders: (platform) => [{ folder: platform.join(homeOf(platform), "projects"), depth: 4, name: /\.jsonl$/ }],
  read(line, position) {
    const type = textAt(line, "type");
    if (type === "summary") return { facts: { title: textAt(line, "summary") } };
    if (type === "ai-title") return { facts: { title: firstText(line, "title", "aiTitle") } };
    if (type !== "user" && type !== "assistant") return nothing;
    const facts = factsOf(line);
    if (line.isMeta === true) return { facts };
    const at = timeOf(line.timestamp);
    const key = textAt(line, "uuid") || position;
    const content = objectAt(line, "message").content;
    if (line.isCompactSummary === true) return { facts, events: textEvents("summary", contentText(content), key, at) };
    const durationMs = numberAt(line, "toolUseResult", "totalDurationMs");
    const exitCode = /^(?:Error: )?Exit code (\d+)/;
    return { facts, events: messageEvents({ role: type, content, key, at, words: personWords, exitCode, durationMs }) };
  },
};

function factsOf(line: Json): SessionMetadata {
  const session = textAt(line, "sessionId");
  const sub = textAt(line, "agentId");
  const message = objectAt(line, "message");
  const model = textAt(message, "model");
  const branch = textAt(line, "gitBranch");
  const { input_tokens, cache_creation_input_tokens, output_tokens } = objectAt(message, "usage");
  return {
    sessionId: session && sub ? `${session}/${sub}` : session,
    parent: sub && session,
    folder: textAt(line, "cwd"),
    branch: branch === "HEAD" ? "" : branch,
    model: model.startsWith("<") ? "" : model,
    version: textAt(line, "version"),
    ...tokenFacts(countAt(input_tokens) + countAt(cache_creation_input_tokens), output_tokens),
  };
}

// What a person did besides talking is written as a prompt in tags: slash commands and their output, shell escapes.
const notAPrompt = /^\s*<(command-name|command-message|local-command-|bash-(input|stdout|stderr)|task-notification)/;

const personWords = (text: string): string => (notAPrompt.test(text) ? "" : text);

const readTools = "Read,Glob,Grep";
const writeTools = "Read,Glob,Grep,Edit,Write,NotebookEdit,Bash";
/** Without Edit and Write: `acceptEdits` allows those in the repository alone. */
const allowedToWriters = "Read,Glob,Grep,Bash";
const deniedToReaders = "Bash,Edit,Write,NotebookEdit,WebFetch,WebSearch,Task,Agent";
const modifyingTools = ["Bash", "Edit", "Write", "MultiEdit", "NotebookEdit"];

/** Claude Code 2.1. Its restrictions are set by flags and verified in the first line of its output. */
const subAgent: SubAgent = {
  name: "claude",
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
  plan: (options) => ({ args: [...argsOf(options), ...options.extraArgs], input: options.prompt }),
  openParser(mode) {
    const used = new Map<string, Usage>();
    const signedOut = /invalid api key|please run \/login|not logged in|authentication/i;
    return parserOf((event, run) => readOutput(event, run, mode, used), signedOut);
  },
};

function argsOf({ mode, features, model, maxCost }: PlanOptions): string[] {
  const has = (flag: string, ...words: string[]) => (features.has(flag) ? [flag, ...words] : []);
  const common = [
    ..."-p --output-format stream-json --verbose --strict-mcp-config --no-session-persistence".split(" "),
    ...has("--disable-slash-commands"),
    ...(model ? ["--model", model] : []),
    ...(maxCost > 0 ? has("--max-budget-usd", String(maxCost)) : []),
  ];
  if (mode === "writes")
    return [...common, "--permission-mode", "acceptEdits", "--tools", writeTools, "--allowedTools", allowedToWriters];
  return [
    ...common,
    // Settings of the repository could add hooks and permissions, so read-only runs load none.
    ...(features.has("--restricted") ? ["--restricted"] : has("--setting-sources", "")),
    ...has("--permission-prompts", "none"),
    ...["--tools", readTools, "--disallowedTools", deniedToReaders, "--permission-mode", "dontAsk"],
  ];
}

function readOutput(event: unknown, run: Run, mode: Mode, used: Map<string, Usage>): AgentEvent | string | undefined {
  if (textAt(event, "subtype") === "init") {
    run.model = textAt(event, "model");
    const tool = listAt(event, "tools").find((name) => modifyingTools.includes(String(name)));
    return mode === "reads" && tool ? { kind: "violation", text: `it has the tool ${tool}` } : undefined;
  }
  if (textAt(event, "type") === "result") {
    // An error can have the subtype "success".
    run.isDone = textAt(event, "subtype") === "success" && valueAt(event, "is_error") !== true;
    run.answer = textAt(event, "result");
    const errors = listAt(event, "errors").map(String).join("; ");
    run.error = run.isDone ? "" : run.answer || errors || textAt(event, "subtype");
    run.usage = finalUsage(event);
  }
  if (textAt(event, "type") !== "assistant") return undefined;
  used.set(textAt(event, "message", "id"), usageIn(valueAt(event, "message", "usage")));
  if (run.answer === undefined) run.usage = [...used.values()].reduce(addUsage, noUsage);
  const call = objectsAt(event, "message", "content").find(({ type }) => type === "tool_use");
  return call && describeToolStep(textAt(call, "name"), call.input);
}

/** `usage` counts the main conversation alone; `modelUsage` includes Claude Code's own sub-agents. */
function finalUsage(result: unknown): Usage {
  const models = Object.values(objectAt(result, "modelUsage"));
  const counted = models.length > 0 ? models : [objectAt(result, "usage")];
  const total = (fields: string) =>
    counted.flatMap((one) => fields.split(" ").map((field) => countAt(one, field))).reduce((sum, n) => sum + n, 0);
  return {
    inputTokens:
      total("inputTokens cacheReadInputTokens cacheCreationInputTokens") +
      total("input_tokens cache_read_input_tokens cache_creation_input_tokens"),
    outputTokens: total("outputTokens output_tokens"),
    cost: countAt(result, "total_cost_usd"),
  };
}

/** Lines linked by their ids. What was read of a line gives it the id that it had, so that it is not read as another. */
function restore(session: RestoredSession, platform: Platform): Restoration {
  const { id, folder, branch, model, note, messages, startedAt } = session;
  const project = folder.replace(/[^A-Za-z0-9]/g, "-");
  const about = { cwd: folder, sessionId: id, version: "2.1.0", gitBranch: branch };
  const base = { isSidechain: false, userType: "external", ...about };
  const ids = messages.map(({ key }, i) => lineId(`${id}/${i}`, key));
  const noteId = lineId(`${id}/note`, "");
  const lines = messages.map(({ role, at, blocks }, i) => ({
    parentUuid: ids[i - 1] ?? null,
    ...base,
    type: role,
    uuid: ids[i],
    timestamp: at,
    ...(blocks.some((block) => block.kind === "text" && block.isSummary) ? { isCompactSummary: true } : {}),
    message: {
      ...(role === "user" ? { role } : { id: `msg_${i}`, type: "message", role, model, usage: {} }),
      content: blocks.map(contentBlock),
    },
  }));
  const remark = { type: "system", subtype: "informational", level: "info", content: note, isMeta: true };
  const place = { parentUuid: ids.at(-1) ?? null, uuid: noteId, timestamp: messages.at(-1)?.at ?? startedAt };
  const all = [...lines, { ...base, ...remark, ...place }];
  return {
    path: platform.join(homeOf(platform), "projects", project, `${id}.jsonl`),
    text: all.map((line) => `${JSON.stringify(line)}\n`).join(""),
    resume: `claude --resume ${id}`,
  };
}

/** The id of a block's line, or one that follows from the session. */
function lineId(name: string, key: string): string {
  const known = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(key)?.[0];
  const hash = sha256(name);
  return known ?? hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-4$3-8$4-$5");
}

function contentBlock(block: RestoredBlock): Json {
  if (block.kind === "text") return { type: "text", text: block.text };
  if (block.kind === "call") return { type: "tool_use", id: block.call, name: block.tool, input: block.input };
  return { type: "tool_result", tool_use_id: block.call, content: block.text, is_error: !block.ok };
}

export const claudeCode: OwnParts = {
  id: "claude-code",
  name: "Claude Code",
  commands: ["claude"],
  detectionPaths: (platform) => [homeOf(platform), platform.join(platform.home, ".claude.json")],
  server: ({ platform, scope, project }) =>
    mcpServers(
      scope === "user"
        ? platform.join(platform.env.CLAUDE_CONFIG_DIR || platform.home, ".claude.json")
        : platform.join(project, ".mcp.json"),
    ),
  serverEntry: (plain) => ({ type: "stdio", ...plain }),
  skills: (context) => context.platform.join(folderOf(context), "skills"),
  notes: (context) => {
    const folder = folderOf(context);
    const rules = { folder: join(folder, "rules"), ending: ".md" };
    const instructions = { file: join(folder, "CLAUDE.md") };
    if (context.scope === "user") return [instructions, rules, { projects: join(folder, "projects"), below: "memory" }];
    const inProject = ["CLAUDE.md", "CLAUDE.local.md"].map((name) => ({ file: join(context.project, name) }));
    return [...inProject, instructions, rules, { name: "CLAUDE.md", inFoldersOf: context.project }];
  },
  files: {
    block: "CLAUDE.md",
    skills: ".claude/skills",
    files: { "CLAUDE.md": "project-instructions" },
    folders: [{ folder: ".claude/rules", ending: ".md", prefix: "rule-" }],
    memory: (home, project) => ({
      folder: join(home, ".claude", "projects", project.replace(/[^A-Za-z0-9]/g, "-"), "memory"),
      prefix: "claude-memory-",
    }),
  },
  retention: { defaultDays: 30, location: (context) => inJson([settingsOf(context)], "cleanupPeriodDays") },
  plugins: (context) => inJson([settingsOf(context)], "enabledPlugins"),
  subAgent,
  restore,
  start: { program: "claude", args: (prompt) => [prompt] },
  basis: "Tested with Claude Code 2.1.197 and 2.1.327.",
};
