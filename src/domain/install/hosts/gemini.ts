import { type AgentHost, hookWords, type Place, plainServer, rootOf, timeoutSeconds } from "./host.js";

const settingsOf = (place: Place) => place.platform.join(rootOf(place), ".gemini", "settings.json");

export const gemini: AgentHost = {
  id: "gemini",
  name: "Gemini CLI",
  caller: "gemini-cli",
  commands: ["gemini"],
  traces: ({ join, home }) => [join(home, ".gemini")],
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
          timeout: timeoutSeconds * 1000,
        },
      ],
    }),
  }),
  notes: (place) => [
    {
      file: place.platform.join(
        ...(place.scope === "user" ? [place.platform.home, ".gemini"] : [place.project]),
        "GEMINI.md",
      ),
    },
  ],
  skills: (place) => place.platform.join(rootOf(place), ".agents", "skills"),
};
