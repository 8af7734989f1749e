import type { Platform } from "../../../base/platform.js";
import { type AgentHost, hookTimeoutSeconds, hookWords, type Place, plainServer, rootOf } from "./host.js";

/** Gemini's own variable moves the folder that `.gemini` is in. */
const rootIn = ({ env, home }: Platform) => env.GEMINI_CLI_HOME || home;

const folderOf = ({ platform, scope, project }: Place) =>
  platform.join(scope === "user" ? rootIn(platform) : project, ".gemini");

const settingsOf = (place: Place) => place.platform.join(folderOf(place), "settings.json");

export const gemini: AgentHost = {
  id: "gemini",
  name: "Gemini CLI",
  caller: "gemini-cli",
  commands: ["gemini"],
  traces: (platform) => [platform.join(rootIn(platform), ".gemini")],
  server: (place) => ({ files: [settingsOf(place)], format: "json", path: ["mcpServers", "throughline"] }),
  serverEntry: (launch) => plainServer(launch, "gemini-cli"),
  events: ["SessionStart", "BeforeAgent", "AfterTool", "AfterAgent", "SessionEnd"],
  hooks: (place) => ({
    kind: "list",
    file: settingsOf(place),
    besides: {},
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
  notes: (place) => [
    { file: place.platform.join(place.scope === "user" ? folderOf(place) : place.project, "GEMINI.md") },
  ],
  skills: (place) => place.platform.join(rootOf(place), ".agents", "skills"),
};
