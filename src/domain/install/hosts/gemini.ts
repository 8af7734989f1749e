import type { Platform } from "../../../base/platform.js";
import { type AgentHost, type HostContext, hookTimeoutSeconds, hookWords, plainServer, rootOf } from "./host.js";

/** Gemini's own variable sets the folder that contains `.gemini`. */
const geminiHome = ({ env, home }: Platform) => env.GEMINI_CLI_HOME || home;

const folderOf = ({ platform, scope, project }: HostContext) =>
  platform.join(scope === "user" ? geminiHome(platform) : project, ".gemini");

const settingsOf = (context: HostContext) => context.platform.join(folderOf(context), "settings.json");

export const gemini: AgentHost = {
  id: "gemini",
  name: "Gemini CLI",
  caller: "gemini-cli",
  commands: ["gemini"],
  detectionPaths: (platform) => [platform.join(geminiHome(platform), ".gemini")],
  server: (context) => ({ files: [settingsOf(context)], format: "json", path: ["mcpServers", "throughline"] }),
  serverEntry: (launch) => plainServer(launch, "gemini-cli"),
  events: ["SessionStart", "BeforeAgent", "AfterTool", "AfterAgent", "SessionEnd"],
  hooks: (context) => ({
    kind: "list",
    file: settingsOf(context),
    companions: {},
    item: (launch, event, { shellLine }) => ({
      matcher: "*",
      hooks: [
        {
          name: `throughline-${event}`,
          type: "command",
          command: shellLine(hookWords(launch, "gemini", event)),
          // Milliseconds here, unlike everywhere else.
          timeout: hookTimeoutSeconds * 1000,
        },
      ],
    }),
  }),
  notes: (context) => [
    { file: context.platform.join(context.scope === "user" ? folderOf(context) : context.project, "GEMINI.md") },
  ],
  skills: (context) => context.platform.join(rootOf(context), ".agents", "skills"),
};
