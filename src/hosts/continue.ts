import { isObject, parseJsonObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import type { SessionEvent } from "../store/archive/session-event.js";
import { nothing, readJsonFile, wholePiece } from "./gather-transcript.js";
import type { HostContext, OwnParts } from "./host.js";
import { mcpServers, scopedFolder } from "./host-parts.js";
import { type Json, objectAt, objectsAt, textAt } from "./json-fields.js";
import { callEvent, contentText, endOfCall, textEvents, timeOf, tokenFacts } from "./transcript-events.js";
import type { Gather, TranscriptFormat } from "./transcript-format.js";

const homeOf = ({ env, home, join }: Platform) => env.CONTINUE_GLOBAL_DIR || join(home, ".continue");

const folderOf = (context: HostContext) => scopedFolder(context, homeOf(context.platform), ".continue");

/** A session is rewritten as a whole; only the list of sessions says when it began. */
const gatherSession: Gather = async (state, { transcripts, platform: { dirname, join } }) => {
  const session = await readJsonFile(transcripts, state.path);
  if (!isObject(session)) return "missing";
  const list = await readJsonFile(transcripts, join(dirname(state.path), "sessions.json"));
  const { sessionId } = session;
  const listed = (Array.isArray(list) ? list : []).find((one) => textAt(one, "sessionId") === sessionId);
  const { history: _, ...about } = session;
  const at = Number(textAt(listed, "dateCreated")) || 0;
  const messages = objectsAt(session, "history").map((one) => ({ ...one, at }));
  return wholePiece([{ ...about, isAbout: true }, ...messages], state);
};

/** `sessions/<id>.json` of the command line and of the extensions. */
export const continueTranscripts: TranscriptFormat = {
  folders: (platform) => [
    { folder: platform.join(homeOf(platform), "sessions"), depth: 1, name: /[\\/](?!sessions\.json$)[^\\/]+\.json$/ },
  ],
  gather: gatherSession,
  read(line, position) {
    if (line.isAbout === true) {
      const folder = textAt(line, "workspaceDirectory").replace(/^file:\/\//, "");
      const title = textAt(line, "title").replace(/^(?:Untitled Session|New Session)$/, "");
      return { facts: { sessionId: textAt(line, "sessionId"), title, folder } };
    }
    const message = objectAt(line, "message");
    const text = contentText(message.content);
    const at = timeOf(line.at);
    if (message.role === "user") return { events: textEvents("prompt", text, position, at) };
    if (message.role !== "assistant") return nothing;
    const { model, prompt_tokens, completion_tokens } = objectAt(message, "usage");
    const tools = objectsAt(line, "toolCallStates").flatMap((one) => toolEvents(one, at));
    return {
      facts: { ...tokenFacts(prompt_tokens, completion_tokens), model: contentText(model) },
      events: [...textEvents("answer", text, position, at), ...tools],
    };
  },
};

function toolEvents(state: Json, at: string): SessionEvent[] {
  const id = textAt(state, "toolCallId");
  const call = objectAt(state, "toolCall", "function");
  const input = parseJsonObject(textAt(call, "arguments")) ?? objectAt(state, "parsedArgs");
  const text = contentText(state.output);
  const ok = !["errored", "canceled"].includes(textAt(state, "status"));
  return [callEvent(id, at, textAt(call, "name"), input), endOfCall(id, at, { text, ok }, /\(exit code (\d+)\)/)];
}

/** `continue` is a word of the language. */
export const continueDev: OwnParts = {
  id: "continue",
  name: "Continue",
  commands: ["cn"],
  detectionPaths: (platform) => [homeOf(platform)],
  server: (context) => mcpServers(context.platform.join(folderOf(context), "mcpServers", "throughline.json")),
  notes: (context) => [{ folder: context.platform.join(folderOf(context), "rules"), ending: ".md" }],
  files: {
    rules: { folder: ".continue/rules", ending: ".md" },
    files: {},
    folders: [{ folder: ".continue/rules", ending: ".md", prefix: "continue-rule-" }],
  },
  start: { program: "cn", args: (prompt) => [prompt] },
  limits: [
    "The command line 1.5.47 runs no hooks, and does not pass the server's instructions on: an agent receives what it asks for.",
    "Its sessions have one time each, that of their start.",
  ],
  basis: "Sessions tested with Continue CLI 1.5.47; the server's file is written from its source.",
};
