import type { Launch } from "./host.js";
import { pluginSource } from "./plugin-source.js";

/** Reports changed sessions, and adds context to prompts and tool results; for OpenCode and its forks. */
export const openCodePlugin = (launch: Launch, host = "opencode"): string => pluginSource(launch, host, plugin(host));

const plugin = (
  host: string,
) => `const sessionEvents = new Set(["session.idle", "session.compacted", "session.deleted", "session.error", "message.updated"]);

export const Throughline = async ({ directory }) => {
  const data = join(env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "${host}");
  const fieldsOf = (session) => ({ session_id: session, cwd: directory, data_folder: data });
  return {
    event: async ({ event }) => {
      const session = event?.properties?.sessionID ?? event?.properties?.info?.sessionID ?? "";
      if (sessionEvents.has(event?.type)) report(event.type, fieldsOf(session));
    },
    "chat.message": async ({ sessionID }, output) => {
      const part = output?.parts?.find((one) => one.type === "text" && !one.synthetic);
      if (!sessionID || !part) return;
      const text = await askWithPrompt("session.start", "chat.message", fieldsOf(sessionID), part.text);
      if (text) output.parts.push({ ...part, id: part.id + "t", text, synthetic: true });
    },
    "tool.execute.before": async ({ tool, sessionID }, output) => {
      const reason = sessionID && (await stopOf("tool.execute.before", fieldsOf(sessionID), tool, output?.args));
      if (reason) throw new Error(reason);
    },
    "tool.execute.after": async ({ tool, sessionID, args }, output) => {
      const exit = output?.metadata?.exit;
      if (!sessionID || !(fileTools.has(tool) || (tool === "bash" && exit))) return;
      const response = { output: output.output, ...(exit ? { exit } : {}) };
      const call = { tool_name: tool, tool_input: args ?? {}, tool_response: response };
      const text = await ask("tool.execute.after", { ...fieldsOf(sessionID), ...call });
      if (text) output.output = output.output + "\\n\\n" + text;
    },
  };
};
`;
