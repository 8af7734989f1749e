import { parseJsonObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import type { SessionEvent, SessionMetadata } from "../store/archive/session-event.js";
import { parserOf, type Run, usageIn } from "./agent-output.js";
import { claudeEvents, claudeOccasions } from "./claude-code.js";
import { nothing, stemOf } from "./gather-transcript.js";
import type { ConfigLocation, HookSetup, HostContext, OwnParts } from "./host.js";
import { cannotAsk, commandHook, hookTimeoutSeconds, rootOf, scopedFolder } from "./host-parts.js";
import { countAt, firstText, type Json, listAt, numberAt, objectAt, textAt, valueAt } from "./json-fields.js";
import { denyOnly, type PayloadFormat } from "./payload.js";
import type { RestoredBlock } from "./restored-session.js";
import { addUsage, type SubAgent } from "./sub-agent.js";
import {
  callEvent,
  contentText,
  endOfCall,
  exitCodeIn,
  resultEvent,
  textEvents,
  timeOf,
  tokenFacts,
} from "./transcript-events.js";
import type { ReadLine, TranscriptFormat } from "./transcript-format.js";

const homeOf = ({ env, join, home }: Platform) => env.CODEX_HOME || join(home, ".codex");

const folderOf = (context: HostContext) => scopedFolder(context, homeOf(context.platform), ".codex");

const inConfig = (context: HostContext, ...path: string[]): ConfigLocation => ({
  files: [context.platform.join(folderOf(context), "config.toml")],
  format: "toml",
  path,
});

export const codexHooks: HookSetup = {
  events: claudeEvents,
  location: (context) => ({
    kind: "list",
    file: context.platform.join(folderOf(context), "hooks.json"),
    // Codex limits one event to three seconds, and warns at every start otherwise.
    item: (words, event, { shellLine }) => ({
      hooks: [commandHook(shellLine(words), event === "SessionEnd" ? 3 : hookTimeoutSeconds)],
    }),
  }),
  approvals: (context) => inConfig(context, "hooks", "state"),
};

/** Codex sends Claude Code's fields, plus a turn and a model. */
export const codexPayloads: PayloadFormat = {
  // A sub-agent's prompt is an event of its own, which names its task.
  occasions: { ...claudeOccasions, SubagentStart: "other" },
  isOwn: (_, transcript) => transcript.includes("/.codex/"),
  stop: denyOnly,
};

/** `sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`: lines of `{ timestamp, type, payload }`. */
export const codexTranscripts: TranscriptFormat = {
  folders: (platform) =>
    ["sessions", "archived_sessions"].map((name) => ({
      folder: platform.join(homeOf(platform), name),
      depth: 5,
      name: /[\\/]rollout-[^\\/]+\.jsonl(\.zst)?$/,
    })),
  read(line, position) {
    const payload = objectAt(line, "payload");
    const type = textAt(line, "type");
    const isWrapped = type === "response_item" || type === "event_msg";
    return readPayload(isWrapped ? textAt(payload, "type") : type, payload, position, timeOf(line.timestamp));
  },
  // rollout-2026-11-15T01-00-15-<uuid>
  sessionOf: (path) => stemOf(path).replace(/^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-/, ""),
};

function readPayload(type: string, payload: Json, position: string, at: string): ReadLine {
  const key = textAt(payload, "id") || position;
  switch (type) {
    case "session_meta":
      return { facts: sessionFacts(payload) };
    case "turn_context":
      return { facts: { model: textAt(payload, "model"), folder: textAt(payload, "cwd") } };
    case "token_count": {
      const { input_tokens, output_tokens } = objectAt(payload, "info", "last_token_usage");
      return { facts: tokenFacts(input_tokens, output_tokens) };
    }
    case "compacted":
      return { events: [{ kind: "summary", key: position, at, text: textAt(payload, "message") }] };
    case "message":
      return { events: messageEvents(payload, key, at) };
    case "user_message":
      return { events: promptEvents(textAt(payload, "message"), textAt(payload, "turn_id") || `${at}:user`, at) };
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call":
      return { events: [callOf(payload, key, at)] };
    case "function_call_output":
    case "custom_tool_call_output":
      return { events: [outputOf(payload, at)] };
    case "exec_command_end": {
      const result = { text: textAt(payload, "aggregated_output"), ok: true };
      return { events: [endOfCall(textAt(payload, "call_id") || position, at, result, countAt(payload, "exit_code"))] };
    }
    case "item_completed":
      return { events: itemEvents(objectAt(payload, "item"), at) };
    default:
      return nothing;
  }
}

function sessionFacts(payload: Json): SessionMetadata {
  const isOfAgent = textAt(payload, "thread_source") === "subagent";
  return {
    parent: firstText(payload, "parent_thread_id", ...(isOfAgent ? ["forked_from_id"] : [])),
    sessionId: firstText(payload, "id", "session_id"),
    folder: textAt(payload, "cwd"),
    branch: textAt(payload, "git", "branch"),
    version: textAt(payload, "cli_version"),
  };
}

// The host puts instructions and surroundings into messages of the user; a person's words are not wrapped in tags.
const wrapped = /^\s*(<[a-z_]+(_[a-z]+)*[ >]|# AGENTS\.md)/;

const promptEvents = (text: string, key: string, at: string): SessionEvent[] =>
  wrapped.test(text) ? [] : textEvents("prompt", text, key, at);

function messageEvents(payload: Json, key: string, at: string): SessionEvent[] {
  const role = textAt(payload, "role");
  const text = contentText(payload.content);
  if (role === "assistant") return textEvents("answer", text, key, at);
  // The turn's id, so that the message and the event about it are one prompt.
  const turn = textAt(payload, "internal_chat_message_metadata_passthrough", "turn_id");
  return role === "user" ? promptEvents(text, turn || key, at) : [];
}

function callOf(payload: Json, key: string, at: string): SessionEvent {
  const server = textAt(payload, "namespace");
  const name = textAt(payload, "name") || "shell";
  const raw = payload.arguments ?? payload.input ?? payload.action;
  const input = typeof raw === "string" ? (parseJsonObject(raw) ?? { input: raw }) : ((raw ?? {}) as Json);
  return callEvent(textAt(payload, "call_id") || key, at, server ? `${server}__${name}` : name, input);
}

function outputOf(payload: Json, at: string): SessionEvent {
  const written = contentText(payload.output);
  const inner = written.startsWith("{") ? parseJsonObject(written) : undefined;
  const text = textAt(inner, "output") || written;
  const exitCode = inner
    ? numberAt(inner, "metadata", "exit_code")
    : exitCodeIn(text, /(?:exited with code|Exit code:?) (\d+)/);
  const ok = exitCode === undefined ? !/^(Error|error:|failed)/.test(text) : exitCode === 0;
  return resultEvent(textAt(payload, "call_id"), at, { text, ok, exitCode });
}

/** A finished item repeats a call with what only the host knows: exit code, status, duration. */
function itemEvents(item: Json, at: string): SessionEvent[] {
  const type = textAt(item, "type");
  if (type !== "CommandExecution" && type !== "McpToolCall") return [];
  const text = contentText(type === "McpToolCall" ? valueAt(item, "result", "content") : item.aggregated_output);
  const ok = textAt(item, "status") !== "failed";
  const durationMs = Math.round(countAt(item, "duration", "secs") * 1000 + countAt(item, "duration", "nanos") / 1e6);
  return [endOfCall(textAt(item, "id"), at, { text, ok, durationMs }, numberAt(item, "exit_code"))];
}

/** Its sandbox would also allow writes in temporary folders, where other repositories may be. */
const writeSettings = ["exclude_slash_tmp", "exclude_tmpdir_env_var"];

/** Codex 0.166: confined by its own operating system sandbox, started without the user's MCP servers. */
const subAgent: SubAgent = {
  install: "npm install -g @openai/codex",
  features: [],
  environment: ["OPENAI_*", "CODEX_*", "AZURE_OPENAI_*"],
  homePaths: [".codex"],
  ownLimits: { reads: "sandbox", writes: "sandbox" },
  readOnlyBy: "its own operating system sandbox, `read-only`",
  plan: ({ mode, prompt, folder, model, extraArgs }) => ({
    args: [
      ..."exec --json --ephemeral --skip-git-repo-check --ignore-user-config --ignore-rules".split(" "),
      ...["-s", mode === "reads" ? "read-only" : "workspace-write"],
      ...["-c", 'approval_policy="never"', "-c", 'web_search="disabled"', "-C", folder],
      ...(mode === "writes" ? writeSettings.flatMap((name) => ["-c", `sandbox_workspace_write.${name}=true`]) : []),
      ...(model ? ["-m", model] : []),
      ...extraArgs,
      "-",
    ],
    input: prompt,
  }),
  openParser: () => parserOf(readOutput, /401|unauthorized|not logged in|api key/i),
};

function readOutput(event: unknown, run: Run): string | undefined {
  const type = textAt(event, "type");
  if (type === "turn.completed") {
    run.usage = addUsage(run.usage, usageIn(valueAt(event, "usage")));
    run.isDone = true;
    // It also reports errors that it recovers from.
    run.error = "";
  }
  if (type === "turn.failed") run.error = textAt(event, "error", "message");
  if (type === "error") run.error = textAt(event, "message");
  if (type !== "item.started" && type !== "item.completed") return undefined;
  const item = objectAt(event, "item");
  if (type === "item.completed" && item.type === "agent_message") run.answer = textAt(item, "text");
  if (item.type === "command_execution") return `runs ${textAt(item, "command")}`;
  if (item.type !== "file_change") return undefined;
  const paths = listAt(item, "changes").map((change) => textAt(change, "path"));
  return `changes ${paths.join(", ")}`;
}

/** Items as the model receives them, which is what Codex continues from. */
const restore: OwnParts["restore"] = async (session, platform, settingAt) => {
  const { id, folder, branch, startedAt: timestamp, messages, note } = session;
  const about = { id, timestamp, cwd: folder, originator: "throughline", cli_version: "0.160.0", source: "cli" };
  // It continues only what was said to the model's present provider.
  const provider = await settingAt(inConfig({ platform, scope: "user", project: "" }, "model_provider"));
  const meta = { ...about, instructions: note, model_provider: provider ?? "openai", git: { branch } };
  const items = messages.flatMap(({ role, at, blocks }) =>
    blocks.map((block) => ({ timestamp: at, type: "response_item", payload: restoredItem(block, role) })),
  );
  const lines = [{ timestamp, type: "session_meta", payload: meta }, ...items];
  const [day = "", time = ""] = timestamp.split("T");
  const name = `rollout-${day}T${time.slice(0, 8).replaceAll(":", "-")}-${id}.jsonl`;
  return {
    path: platform.join(homeOf(platform), "sessions", ...day.split("-"), name),
    text: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    resume: `codex resume ${id}`,
  };
};

function restoredItem(block: RestoredBlock, role: "user" | "assistant"): Json {
  if (block.kind === "text") {
    const type = role === "user" ? "input_text" : "output_text";
    return { type: "message", id: block.key, role, content: [{ type, text: block.text }] };
  }
  if (block.kind === "call")
    return { type: "function_call", name: block.tool, arguments: JSON.stringify(block.input), call_id: block.call };
  return { type: "function_call_output", call_id: block.call, output: block.text };
}

export const codex: OwnParts = {
  id: "codex",
  name: "Codex",
  commands: ["codex"],
  detectionPaths: (platform) => [homeOf(platform)],
  server: (context) => inConfig(context, "mcp_servers", "throughline"),
  skills: (context) => context.platform.join(rootOf(context), ".agents", "skills"),
  notes: (context) => {
    const { platform, scope, project } = context;
    const names = [["AGENTS.md"], ["memories", "MEMORY.md"], ["memories", "memory_summary.md"]];
    return scope === "user"
      ? names.map((name) => ({ file: platform.join(folderOf(context), ...name) }))
      : [{ file: platform.join(project, "AGENTS.md") }, { name: "AGENTS.md", inFoldersOf: project }];
  },
  files: {
    block: "AGENTS.md",
    skills: ".codex/skills",
    files: { "AGENTS.md": "agents-instructions", ".codex/instructions.md": "codex-instructions" },
    folders: [],
  },
  plugins: (context) => inConfig(context, "plugins"),
  subAgent,
  afterwards: "Codex asks once whether it may run the hooks: approve them in /hooks.",
  restore,
  start: { program: "codex", args: (prompt) => [prompt] },
  limits: [cannotAsk],
  basis: "Tested with Codex 0.166.0 and 0.169.0.",
};
