import { join } from "node:path";
import type { AgentHomes } from "../../base/agent-homes.js";
import type { Agent } from "../../store/archive/session-event.js";

interface HookEvent {
  /** The host's name. */
  readonly event: string;
  /** What a person types. */
  readonly short: string;
}

const pairs = (text: string): HookEvent[] =>
  text.split(" ").map((pair) => {
    const [event = "", short = ""] = pair.split("=");
    return { event, short };
  });

/** The events worth hearing of, by host: those that a transcript moves with, and those that can be answered. */
export const hookEvents: Record<Agent, readonly HookEvent[]> = {
  "claude-code": pairs(
    "SessionStart=sessionstart UserPromptSubmit=userprompt PostToolUse=posttool PostToolUseFailure=posttoolfailure Stop=stop SubagentStop=subagentstop PreCompact=precompact Notification=notification SessionEnd=sessionend",
  ),
  codex: pairs(
    "SessionStart=sessionstart UserPromptSubmit=userprompt PostToolUse=posttool Stop=stop SubagentStop=subagentstop PreCompact=precompact SessionEnd=sessionend",
  ),
  gemini: pairs(
    "SessionStart=sessionstart BeforeAgent=userprompt AfterTool=posttool AfterAgent=stop SessionEnd=sessionend",
  ),
  cursor: pairs(
    "sessionStart=sessionstart beforeSubmitPrompt=userprompt postToolUse=posttool postToolUseFailure=posttoolfailure stop=stop sessionEnd=sessionend",
  ),
  copilot: pairs(
    "sessionStart=sessionstart userPromptSubmitted=userprompt postToolUse=posttool sessionEnd=sessionend errorOccurred=posttoolfailure",
  ),
  opencode: pairs("session=stop"),
};

interface HostFile {
  /** The list in the host's settings that an entry of ours belongs to. */
  list(homes: AgentHomes, line: HookLine, event: string): { path: string; at: string[]; entry: unknown };
  /** A file of our own, for hosts that take one. */
  whole?(homes: AgentHomes, line: HookLine, plugin: string): { path: string; text: string };
}

/** What a shell runs at an event. */
export type HookLine = (agent: Agent, event: string) => string;

/** Seconds or milliseconds after which the host stops waiting; we answer within a quarter of a second. */
const timeoutSeconds = 5;

const claudeEntry = (command: string) => ({
  matcher: "",
  hooks: [{ type: "command", command, timeout: timeoutSeconds }],
});

const nowhere = { path: "", at: [], entry: undefined };

export const hostFiles: Record<Agent, HostFile> = {
  "claude-code": {
    list: (homes, line, event) => ({
      path: join(homes["claude-code"], "settings.json"),
      at: ["hooks", event],
      entry: claudeEntry(line("claude-code", event)),
    }),
  },
  codex: {
    list: (homes, line, event) => ({
      path: join(homes.codex, "hooks.json"),
      at: ["hooks", event],
      entry: claudeEntry(line("codex", event)),
    }),
  },
  gemini: {
    list: (homes, line, event) => ({
      path: join(homes.gemini, "settings.json"),
      at: ["hooks", event],
      entry: {
        matcher: "*",
        hooks: [
          {
            name: `throughline-${event}`,
            type: "command",
            command: line("gemini", event),
            timeout: timeoutSeconds * 1000,
          },
        ],
      },
    }),
  },
  cursor: {
    list: (homes, line, event) => ({
      path: join(homes.cursor, "hooks.json"),
      at: ["hooks", event],
      entry: { command: line("cursor", event) },
    }),
  },
  copilot: {
    list: () => nowhere,
    whole: (homes, line) => ({
      path: join(homes.copilot, "hooks", "throughline.json"),
      text: copilotHooks(line),
    }),
  },
  opencode: {
    list: () => nowhere,
    whole: (homes, _, plugin) => ({ path: join(homes.opencodeConfig, "plugins", "throughline.js"), text: plugin }),
  },
};

function copilotHooks(line: HookLine): string {
  const hooks = hookEvents.copilot.map(({ event }) => {
    const command = line("copilot", event);
    return [event, [{ type: "command", bash: command, powershell: command, timeoutSec: timeoutSeconds }]];
  });
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(hooks) }, null, 2)}\n`;
}
