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
  list(homes: AgentHomes, command: readonly string[], event: string): { path: string; at: string[]; entry: unknown };
  /** A file of our own, for hosts that take one. */
  whole?(homes: AgentHomes, command: readonly string[], plugin: string): { path: string; text: string };
}

const quoted = (word: string) => (/^[\w./:@=+-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`);

const hookCommand = (command: readonly string[], agent: Agent, event: string): string =>
  [...command.map(quoted), "hook", "--host", agent, "--event", event].join(" ");

/** Seconds or milliseconds after which the host stops waiting; we answer within a quarter of a second. */
const patienceSeconds = 5;

const claudeEntry = (command: readonly string[], agent: Agent, event: string) => ({
  matcher: "",
  hooks: [{ type: "command", command: hookCommand(command, agent, event), timeout: patienceSeconds }],
});

const nowhere = { path: "", at: [], entry: undefined };

export const hostFiles: Record<Agent, HostFile> = {
  "claude-code": {
    list: (homes, command, event) => ({
      path: join(homes["claude-code"], "settings.json"),
      at: ["hooks", event],
      entry: claudeEntry(command, "claude-code", event),
    }),
  },
  codex: {
    list: (homes, command, event) => ({
      path: join(homes.codex, "hooks.json"),
      at: ["hooks", event],
      entry: claudeEntry(command, "codex", event),
    }),
  },
  gemini: {
    list: (homes, command, event) => ({
      path: join(homes.gemini, "settings.json"),
      at: ["hooks", event],
      entry: {
        matcher: "*",
        hooks: [
          {
            name: `throughline-${event}`,
            type: "command",
            command: hookCommand(command, "gemini", event),
            timeout: patienceSeconds * 1000,
          },
        ],
      },
    }),
  },
  cursor: {
    list: (homes, command, event) => ({
      path: join(homes.cursor, "hooks.json"),
      at: ["hooks", event],
      entry: { command: hookCommand(command, "cursor", event) },
    }),
  },
  copilot: {
    list: () => nowhere,
    whole: (homes, command) => ({
      path: join(homes.copilot, "hooks", "throughline.json"),
      text: copilotHooks(command),
    }),
  },
  opencode: {
    list: () => nowhere,
    whole: (homes, _, plugin) => ({ path: join(homes.opencodeConfig, "plugins", "throughline.js"), text: plugin }),
  },
};

function copilotHooks(command: readonly string[]): string {
  const hooks = hookEvents.copilot.map(({ event }) => {
    const line = hookCommand(command, "copilot", event);
    return [event, [{ type: "command", bash: line, powershell: line, timeoutSec: patienceSeconds }]];
  });
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(hooks) }, null, 2)}\n`;
}
