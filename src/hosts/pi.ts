import type { Platform } from "../base/platform.js";
import { cannotAsk, type HookSetup, type Host, type HostContext, mcpServers } from "./host.js";
import { countAt, objectAt, textAt, timeOf } from "./json-fields.js";
import { blockResult, messageEvents } from "./message-blocks.js";
import { askInWords, type PayloadFormat } from "./payload.js";
import { pluginSource } from "./plugin-source.js";
import { nothing, stemOf, type TranscriptFormat, textEvents } from "./transcript-format.js";

const homeOf = ({ env, home, join }: Platform) => env.PI_CODING_AGENT_DIR || join(home, ".pi", "agent");

const folderOf = ({ platform, scope, project }: HostContext) =>
  scope === "user" ? homeOf(platform) : platform.join(project, ".pi");

const extension = `export default function (pi) {
  const fieldsOf = (ctx) => ({
    session_id: ctx.sessionManager.getSessionId(),
    transcript_path: ctx.sessionManager.getSessionFile() ?? "",
    cwd: ctx.cwd,
  });
  pi.on("before_agent_start", async (event, ctx) => {
    const text = await askWithPrompt("session_start", "before_agent_start", fieldsOf(ctx), event.prompt);
    if (text) return { message: { customType: "throughline", content: text, display: false } };
  });
  pi.on("tool_call", async (event, ctx) => {
    const reason = await stopOf("tool_call", fieldsOf(ctx), event.toolName, event.input);
    if (reason) return { block: true, reason };
  });
  pi.on("tool_result", async (event, ctx) => {
    if (!(fileTools.has(event.toolName) || (event.toolName === "bash" && event.isError))) return;
    const response = { output: event.content, ...(event.isError ? { exit: 1 } : {}) };
    const call = { tool_name: event.toolName, tool_input: event.input ?? {}, tool_response: response };
    const text = await ask("tool_result", { ...fieldsOf(ctx), ...call });
    if (text) return { content: [...event.content, { type: "text", text }] };
  });
  for (const name of ["agent_end", "session_compact", "session_shutdown"])
    pi.on(name, async (_, ctx) => report(name, fieldsOf(ctx)));
}
`;

export const piHooks: HookSetup = {
  events: ["session"],
  location: (context) => ({
    kind: "file",
    file: context.platform.join(folderOf(context), "extensions", "throughline.ts"),
    text: (launch) => pluginSource(launch, "pi", extension),
  }),
};

/** The payload of our extension. */
export const piPayloads: PayloadFormat = {
  occasions: { session_start: "session-start", before_agent_start: "prompt", tool_call: "action", tool_result: "tool" },
  read: (payload) => ({ received: Number(payload.received) || 0 }),
  context: (text) => text,
  hasNoActionContext: true,
  stop: askInWords,
};

/** `sessions/--<folder>--/<time>_<id>.jsonl`: a header, then entries with messages in blocks. */
export const piTranscripts: TranscriptFormat = {
  folders: (platform) => [
    {
      folder: platform.env.PI_CODING_AGENT_SESSION_DIR || platform.join(homeOf(platform), "sessions"),
      depth: 2,
      name: /\.jsonl$/,
    },
  ],
  read(line, position) {
    const at = timeOf(line.timestamp);
    const key = textAt(line, "id") || position;
    switch (textAt(line, "type")) {
      case "session":
        return { facts: { sessionId: textAt(line, "id"), folder: textAt(line, "cwd") }, events: [] };
      case "model_change":
        return { facts: { model: textAt(line, "modelId") }, events: [] };
      case "session_info":
        return { facts: { title: textAt(line, "name") }, events: [] };
      case "compaction":
        return { events: textEvents("summary", textAt(line, "summary"), key, at) };
      case "message": {
        const message = objectAt(line, "message");
        const role = textAt(message, "role");
        const exitCode = /exited with code (\d+)/;
        if (role === "toolResult") return { events: [blockResult(message, at, { exitCode })] };
        if (role !== "user" && role !== "assistant") return nothing;
        const facts = { tokensIn: countAt(message, "usage", "input"), tokensOut: countAt(message, "usage", "output") };
        return { facts, events: messageEvents({ role, content: message.content, key, at }) };
      }
      default:
        return nothing;
    }
  },
  sessionOf: (path) => stemOf(path).replace(/^.*_/, ""),
};

export const pi: Host = {
  id: "pi",
  name: "pi",
  commands: ["pi"],
  detectionPaths: (platform) => [homeOf(platform)],
  server: (context) =>
    context.scope === "project" ? undefined : mcpServers(context.platform.join(folderOf(context), "mcp.json")),
  hooks: piHooks,
  payloads: piPayloads,
  transcripts: piTranscripts,
  skills: (context) => context.platform.join(folderOf(context), "skills"),
  notes: (context) => [
    { file: context.platform.join(context.scope === "user" ? folderOf(context) : context.project, "AGENTS.md") },
  ],
  start: { program: "pi", args: (prompt) => [prompt] },
  limits: [
    cannotAsk,
    "It has no MCP client of its own: it reads the server's entry with the package `pi-mcp-adapter`.",
    "It is not asked to record lessons at the end of a turn.",
  ],
  basis: "Tested with pi 0.74.2.",
};
