import {
  type AgentHost,
  type HostContext,
  hookTimeoutSeconds,
  hookWords,
  type NoteLocation,
  plainServer,
} from "./host.js";

export const copilot: AgentHost = {
  id: "copilot",
  name: "Copilot CLI",
  caller: "copilot-cli",
  commands: ["copilot"],
  detectionPaths: ({ env, join, home }) => [env.COPILOT_HOME || join(home, ".copilot")],
  server: (context) =>
    context.scope === "project"
      ? undefined
      : {
          files: [context.platform.join(folderOf(context), "mcp-config.json")],
          format: "json",
          path: ["mcpServers", "throughline"],
        },
  serverEntry: (launch) => ({ type: "local", ...plainServer(launch, "copilot-cli"), tools: ["*"] }),
  events: ["sessionStart", "userPromptSubmitted", "postToolUse", "errorOccurred", "sessionEnd"],
  hooks: (context) => ({
    kind: "file",
    file: context.platform.join(folderOf(context), "hooks", "throughline.json"),
    text: (launch, events, { shellLine }) => {
      const entry = (event: string) => {
        const line = shellLine(hookWords(launch, "copilot", event));
        // PowerShell treats a quoted path as a string unless it is called with `&`.
        return [{ type: "command", bash: line, powershell: `& ${line}`, timeoutSec: hookTimeoutSeconds }];
      };
      const hooks = Object.fromEntries(events.map((event) => [event, entry(event)]));
      return `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
    },
  }),
  notes: (context) => copilotNotes(context, folderOf(context)),
  skills: (context) =>
    context.platform.join(
      ...(context.scope === "user" ? [folderOf(context), "skills"] : [context.project, ".github", "skills"]),
    ),
};

const folderOf = ({ platform, scope, project }: HostContext) =>
  scope === "user"
    ? platform.env.COPILOT_HOME || platform.join(platform.home, ".copilot")
    : platform.join(project, ".github");

/** The same files for the command line and for the editor. */
export const copilotNotes = ({ platform: { join }, scope, project }: HostContext, folder: string): NoteLocation[] => [
  { file: join(folder, "copilot-instructions.md") },
  { folder: join(folder, "instructions"), ending: ".instructions.md" },
  ...(scope === "user" ? [] : [{ file: join(project, "AGENTS.md") }]),
];
