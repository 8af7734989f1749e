import { copilotNotes } from "./copilot.js";
import { type AgentHost, plainServer } from "./host.js";

export const vscode: AgentHost = {
  id: "vscode",
  name: "VS Code Copilot",
  caller: "vscode",
  commands: ["code"],
  detectionPaths: ({ join, appData }) => [join(appData, "Code", "User")],
  server: ({ platform, scope, project }) => ({
    files: [
      scope === "user"
        ? platform.join(platform.appData, "Code", "User", "mcp.json")
        : platform.join(project, ".vscode", "mcp.json"),
    ],
    format: "json",
    path: ["servers", "throughline"],
  }),
  serverEntry: (launch) => ({ type: "stdio", ...plainServer(launch, "vscode") }),
  events: [],
  notes: (context) =>
    context.scope === "user" ? [] : copilotNotes(context, context.platform.join(context.project, ".github")),
};
