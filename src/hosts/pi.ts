import type { Platform } from "../base/platform.js";
import { nothing, stemOf } from "./gather-transcript.js";
import type { HookSetup, HostContext, OwnParts } from "./host.js";
import { cannotAsk, instructionsIn, mcpServers, scopedFolder } from "./host-parts.js";
import { objectAt, textAt } from "./json-fields.js";
import type { PayloadFormat } from "./payload.js";
import { pluginSource } from "./plugin-source.js";
import { blockResult, messageEvents, textEvents, timeOf, tokenFacts } from "./transcript-events.js";
import type { TranscriptFormat } from "./transcript-format.js";

const homeOf = ({ env, home, join }: Platform) => env.PI_CODING_AGENT_DIR || join(home, ".pi", "agent");

const folderOf = (context: HostContext) => scopedFolder(context, homeOf(context.platform), ".pi");

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
  takesText: true,
};

/** `sessions/--<folder>--/<time>_<id>.jsonl`: a header, then entries with messages in blocks. */
export const piTranscripts: TranscriptFormat = {
  folders: (platform) => {
    const folder = platform.env.PI_CODING_AGENT_SESSION_DIR || platform.join(homeOf(platform), "sessions");
    return [{ folder, depth: 2, name: /\.jsonl$/ }];
  },
  read(line, position) {
    const at = timeOf(line.timestamp);
    const key = textAt(line, "id") || position;
    switch (textAt(line, "type")) {
      case "session":
        return { facts: { sessionId: textAt(line, "id"), folder: textAt(line, "cwd") } };
      case "model_change":
        return { facts: { model: textAt(line, "modelId") } };
      case "session_info":
        return { facts: { title: textAt(line, "name") } };
      case "compaction":
        return { events: textEvents("summary", textAt(line, "summary"), key, at) };
      case "message": {
        const message = objectAt(line, "message");
        const role = textAt(message, "role");
        const exitCode = /exited with code (\d+)/;
        if (role === "toolResult") return { events: [blockResult(message, at, { exitCode })] };
        if (role !== "user" && role !== "assistant") return nothing;
        const { input, output } = objectAt(message, "usage");
        return { facts: tokenFacts(input, output), events: messageEvents({ role, content: message.content, key, at }) };
      }
      default:
        return nothing;
    }
  },
  sessionOf: (path) => stemOf(path).replace(/^.*_/, ""),
};

export const pi: OwnParts = {
  id: "pi",
  name: "pi",
  commands: ["pi"],
  detectionPaths: (platform) => [homeOf(platform)],
  server: (context) =>
    context.scope === "project" ? undefined : mcpServers(context.platform.join(folderOf(context), "mcp.json")),
  skills: (context) => context.platform.join(folderOf(context), "skills"),
  notes: (context) => [instructionsIn(context, folderOf(context), "AGENTS.md")],
  start: { program: "pi", args: (prompt) => [prompt] },
  limits: [
    cannotAsk,
    "It has no MCP client of its own: it reads the server's entry with the package `pi-mcp-adapter`.",
    "It is not asked to record lessons at the end of a turn.",
  ],
  basis: "Tested with pi 0.74.2.",
};
