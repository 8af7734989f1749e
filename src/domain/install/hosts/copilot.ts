import { type AgentHost, hookTimeoutSeconds, hookWords, type NotePlace, type Place, plainServer } from "./host.js";

export const copilot: AgentHost = {
  id: "copilot",
  name: "Copilot CLI",
  caller: "copilot-cli",
  commands: ["copilot"],
  traces: ({ env, join, home }) => [env.COPILOT_HOME || join(home, ".copilot")],
  server: (place) =>
    place.scope === "project"
      ? undefined
      : {
          files: [place.platform.join(folderOf(place), "mcp-config.json")],
          format: "json",
          path: ["mcpServers", "throughline"],
        },
  serverEntry: (launch) => ({ type: "local", ...plainServer(launch, "copilot-cli"), tools: ["*"] }),
  events: ["sessionStart", "userPromptSubmitted", "postToolUse", "errorOccurred", "sessionEnd"],
  hooks: (place) => ({
    kind: "file",
    file: place.platform.join(folderOf(place), "hooks", "throughline.json"),
    text: (launch, events, { shellLine }) => {
      const entry = (event: string) => {
        const line = shellLine(hookWords(launch, "copilot", event));
        // PowerShell takes a quoted path for a text unless it is called.
        return [{ type: "command", bash: line, powershell: `& ${line}`, timeoutSec: hookTimeoutSeconds }];
      };
      const hooks = Object.fromEntries(events.map((event) => [event, entry(event)]));
      return `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
    },
  }),
  notes: (place) => copilotNotes(place, folderOf(place)),
  skills: (place) =>
    place.platform.join(
      ...(place.scope === "user" ? [folderOf(place), "skills"] : [place.project, ".github", "skills"]),
    ),
};

const folderOf = ({ platform, scope, project }: Place) =>
  scope === "user"
    ? platform.env.COPILOT_HOME || platform.join(platform.home, ".copilot")
    : platform.join(project, ".github");

/** The same files for the command line and for the editor. */
export const copilotNotes = ({ platform: { join }, scope, project }: Place, folder: string): NotePlace[] => [
  { file: join(folder, "copilot-instructions.md") },
  { folder: join(folder, "instructions"), ending: ".instructions.md" },
  ...(scope === "user" ? [] : [{ file: join(project, "AGENTS.md") }]),
];
