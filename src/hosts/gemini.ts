import type { Platform } from "../base/platform.js";
import type { SessionEvent } from "../store/archive/session-event.js";
import { describeToolStep, parserOf, type Run, usageIn } from "./agent-output.js";
import { nothing, stemOf } from "./gather-transcript.js";
import type { HookItem, HookSetup, HostContext, OwnParts } from "./host.js";
import {
  cannotAsk,
  commandHook,
  hookTimeoutSeconds,
  inJson,
  instructionsIn,
  mcpServers,
  rootOf,
  scopedFolder,
} from "./host-parts.js";
import { type Json, objectAt, objectsAt, textAt, valueAt } from "./json-fields.js";
import { askInWords, type PayloadFormat } from "./payload.js";
import type { SubAgent } from "./sub-agent.js";
import { callEvent, contentText, endOfCall, textEvents, timeOf, tokenFacts } from "./transcript-events.js";
import type { ReadLine, TranscriptFormat } from "./transcript-format.js";

/** Gemini's own variable sets the folder that contains `.gemini`. */
const homeOf = ({ env, home, join }: Platform) => join(env.GEMINI_CLI_HOME || home, ".gemini");

const folderOf = (context: HostContext) => scopedFolder(context, homeOf(context.platform), ".gemini");

const settingsOf = (context: HostContext) => context.platform.join(folderOf(context), "settings.json");

export const geminiHooks: HookSetup = {
  events: ["SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent", "SessionEnd"],
  location: (context) => ({ kind: "list", file: settingsOf(context), item: namedHook("*") }),
};

/** Also of Qwen Code, which is a fork. */
export const namedHook =
  (matcher: string): HookItem =>
  (words, event, { shellLine }) => ({
    matcher,
    // Milliseconds here, unlike everywhere else.
    hooks: [{ name: `throughline-${event}`, ...commandHook(shellLine(words), hookTimeoutSeconds * 1000) }],
  });

/** Gemini sends Claude Code's fields, with its own names of events. */
export const geminiPayloads: PayloadFormat = {
  occasions: {
    SessionStart: "session-start",
    BeforeAgent: "prompt",
    BeforeTool: "action",
    AfterTool: "tool",
    AfterAgent: "turn-end",
  },
  isOwn: (_, transcript) => transcript.includes("/.gemini/tmp/"),
  hasNoActionContext: true,
  // Its `ask` waits for ever where no person is at the terminal.
  stop: (effect, reason) => JSON.stringify({ decision: "deny", reason: askInWords(effect, reason) }),
  turn: (reason) => JSON.stringify({ decision: "deny", reason }),
};

/** `tmp/<project>/chats/session-*.jsonl`, and the older form that is one JSON object with all messages. */
export const geminiTranscripts: TranscriptFormat = {
  folders: (platform) => [
    { folder: platform.join(homeOf(platform), "tmp"), depth: 3, name: /[\\/]chats[\\/]session-[^\\/]+\.jsonl?$/ },
  ],
  // The transcripts do not name the folder; a file next to the chats does.
  folderOf: async (path, { files, platform: { dirname, join } }) =>
    (await files.read(join(dirname(dirname(path)), ".project_root")))?.trim() ?? "",
  read(line, position) {
    // A patch repeats messages that have lines of their own; what it adds is not part of the conversation.
    if ("$set" in line) return nothing;
    if ("messages" in line) return wholeFile(line);
    if ("sessionId" in line && !("type" in line)) return { facts: headFacts(line) };
    return message(line, position);
  },
  sessionOf: (path) => stemOf(path).replace(/^session-/, ""),
};

const headFacts = (line: Json) => ({ sessionId: textAt(line, "sessionId") });

function wholeFile(line: Json): ReadLine {
  const read = objectsAt(line, "messages").map((one, i) => message(one, String(i)));
  const model = read.map(({ facts }) => facts?.model).find(Boolean) ?? "";
  return { facts: { ...headFacts(line), model }, events: read.flatMap(({ events = [] }) => events) };
}

function message(line: Json, position: string): ReadLine {
  const key = textAt(line, "id") || position;
  const at = timeOf(line.timestamp);
  const text = contentText(line.content);
  const type = textAt(line, "type");
  if (type === "user")
    return hostText.test(text) ? nothing : { events: textEvents("prompt", withoutContext(text), key, at) };
  if (type !== "gemini" && type !== "model") return nothing;
  const { input, output } = objectAt(line, "tokens");
  // Written once without and once with its tool calls: counted the first time.
  const tokens = "toolCalls" in line ? {} : tokenFacts(input, output);
  const calls = objectsAt(line, "toolCalls").flatMap((one) => callEvents(one, at));
  return {
    facts: { model: textAt(line, "model"), ...tokens },
    events: [...textEvents("answer", text, key, at), ...calls],
  };
}

/** What hooks added is around the person's words, in the same message. */
const hookContext = /<hook_context>[\s\S]*?<\/hook_context>/g;
const hostText = /^\s*(?:<hook_context>[\s\S]*?<\/hook_context>\s*)?<(session_context|environment_context)>/;
const withoutContext = (text: string): string => text.replace(hookContext, "").trim();

function callEvents(one: Json, at: string): SessionEvent[] {
  const call = textAt(one, "id");
  const responses = objectsAt(one, "result").map((part) => objectAt(part, "functionResponse", "response"));
  const written = responses.map((response) => contentText(response) || textAt(response, "error")).join("\n");
  const text = written.replace(/^<untrusted_context>\n?(?:Output: )?|\n?<\/untrusted_context>$/g, "");
  const ok = !["error", "cancelled"].includes(textAt(one, "status"));
  return [
    callEvent(call, at, textAt(one, "name"), objectAt(one, "args")),
    endOfCall(call, timeOf(one.timestamp) || at, { text, ok }, /Exit Code: (\d+)/),
  ];
}

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
const subAgent: SubAgent = {
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
  openParser: () => parserOf(readOutput, /not signed in/, exits),
};

function readOutput(event: unknown, run: Run): string | undefined {
  const type = textAt(event, "type");
  if (type === "init") run.model = textAt(event, "model");
  if (type === "message" && textAt(event, "role") === "assistant")
    run.answer = (run.answer ?? "") + textAt(event, "content") || undefined;
  if (type === "error") run.error = textAt(event, "message");
  if (type === "result") {
    run.isDone = textAt(event, "status") === "success";
    run.error = textAt(event, "error", "message") || (run.isDone ? "" : run.error);
    run.usage = usageIn(valueAt(event, "stats"));
  }
  if (type !== "tool_use") return undefined;
  // Text before a tool call is not part of the answer.
  run.answer = undefined;
  return describeToolStep(textAt(event, "tool_name"), valueAt(event, "parameters"));
}

export const gemini: OwnParts = {
  id: "gemini",
  name: "Gemini CLI",
  caller: "gemini-cli",
  commands: ["gemini"],
  detectionPaths: (platform) => [homeOf(platform)],
  server: (context) => mcpServers(settingsOf(context)),
  skills: (context) => context.platform.join(rootOf(context), ".agents", "skills"),
  notes: (context) => [instructionsIn(context, folderOf(context), "GEMINI.md")],
  files: {
    block: "GEMINI.md",
    skills: ".gemini/skills",
    files: { "GEMINI.md": "gemini-instructions", ".gemini/STYLEGUIDE.md": "gemini-styleguide" },
    folders: [],
  },
  retention: {
    defaultDays: 30,
    location: (context) => inJson([settingsOf(context)], "general", "sessionRetention", "maxAge"),
  },
  subAgent,
  start: { program: "gemini", args: (prompt) => ["-i", prompt] },
  limits: [cannotAsk],
  basis: "Tested with Gemini CLI 0.61.0.",
};
