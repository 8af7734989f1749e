import type { Platform } from "../base/platform.js";
import type { HookSetup, HostContext, OwnParts } from "./host.js";
import { cannotAsk, inJson, instructionsIn, scopedFolder } from "./host-parts.js";
import { firstText, type Json, numberAt, objectAt, objectsAt, textAt } from "./json-fields.js";
import type { PayloadFormat } from "./payload.js";
import { pluginSource } from "./plugin-source.js";
import { messageEvents, timeOf } from "./transcript-events.js";
import type { TranscriptFormat } from "./transcript-format.js";

const folderOf = (context: HostContext) =>
  scopedFolder(context, context.platform.join(context.platform.home, ".config", "amp"), ".amp");

const plugin = `export default function (amp) {
  const fieldsOf = (event) => ({ session_id: String(event?.thread?.id ?? ""), cwd: cwd() });
  amp.on("agent.start", async (event) => {
    const text = await askWithPrompt("session.start", "agent.start", fieldsOf(event), String(event?.message ?? ""));
    return text ? { message: { content: text, display: false } } : {};
  });
  amp.on("tool.call", async (event) => {
    const reason = await stopOf("tool.call", fieldsOf(event), event?.tool, event?.input);
    return reason ? { action: "reject-and-continue", message: reason } : { action: "allow" };
  });
}
`;

export const ampHooks: HookSetup = {
  events: ["session"],
  location: (context) => ({
    kind: "file",
    file: context.platform.join(folderOf(context), "plugins", "throughline.ts"),
    text: (launch) => pluginSource(launch, "amp", plugin),
  }),
};

/** The payload of our plugin. */
export const ampPayloads: PayloadFormat = {
  occasions: { "session.start": "session-start", "agent.start": "prompt", "tool.call": "action" },
  takesText: true,
};

const dataOf = ({ env, home, join }: Platform) =>
  env.AMP_THREADS_DIR || join(env.XDG_DATA_HOME || join(home, ".local", "share"), "amp", "threads");

/** `threads/T-<id>.json`: messages in blocks, up to the versions that store threads on the server. */
export const ampTranscripts: TranscriptFormat = {
  folders: (platform) => [{ folder: dataOf(platform), depth: 1, name: /[\\/]T-[^\\/]+\.json$/ }],
  read(thread, position) {
    const messages = objectsAt(thread, "messages");
    const tree = objectAt(thread, "env", "initial", "trees", "0");
    const uri = textAt(tree, "uri");
    const facts = {
      sessionId: textAt(thread, "id"),
      title: textAt(thread, "title"),
      folder: uri.startsWith("file://") ? decodeURI(uri.slice("file://".length)) : "",
      branch: textAt(tree, "repository", "ref").replace(/^refs\/heads\//, ""),
      model: messages.map((one) => textAt(one, "usage", "model")).find(Boolean) ?? "",
    };
    let at = timeOf(thread.created);
    return {
      facts,
      events: messages.flatMap((message, i) => {
        at = timeOf(numberAt(message, "meta", "sentAt")) || timeOf(textAt(message, "usage", "timestamp")) || at;
        const role = message.role === "assistant" ? "assistant" : "user";
        const content = objectsAt(message, "content").map(withResult);
        return messageEvents({ role, content, key: `${position}.${i}`, at, exitCode: /^exit code (\d+)$/m });
      }),
    };
  },
};

/** A result says how the call ran. */
function withResult(block: Json): Json {
  const run = objectAt(block, "run");
  if (block.type !== "tool_result" || Object.keys(run).length === 0) return block;
  const result = objectAt(run, "result");
  const code = numberAt(result, "exitCode");
  const written =
    firstText(result, "output", "content") || firstText(run, "result", "reason") || textAt(run, "error", "message");
  const content = code ? `${written}\nexit code ${code}` : written;
  return { ...block, content, is_error: run.status !== "done" || (code ?? 0) !== 0 };
}

export const amp: OwnParts = {
  id: "amp",
  name: "Amp",
  commands: ["amp"],
  detectionPaths: (platform) => [platform.join(platform.home, ".config", "amp"), dataOf(platform)],
  server: (context) =>
    inJson([context.platform.join(folderOf(context), "settings.json")], "amp.mcpServers", "throughline"),
  skills: ({ platform: { join, home }, scope, project }) =>
    scope === "user" ? join(home, ".config", "agents", "skills") : join(project, ".agents", "skills"),
  notes: (context) => [instructionsIn(context, folderOf(context), "AGENTS.md")],
  limits: [
    cannotAsk,
    "Since early 2026 it stores its threads on its server: only older ones are read, and what an agent records stays.",
    "It is not given anything after a tool ran.",
  ],
  basis:
    "Written from its documentation and from threads that others describe; not tested with the real program, which works only with its server.",
};
