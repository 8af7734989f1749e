import type { HostEvent } from "./host-event.js";

/** The context in the form that the host expects. */
export function answerFor({ agent, name, occasion }: HostEvent, text: string): string {
  if (occasion === "turn-end") return askForTurn(agent, text);
  switch (agent) {
    case "cursor":
      return JSON.stringify({ additional_context: text });
    case "copilot":
      return JSON.stringify({ additionalContext: text });
    case "opencode":
      return text;
    default:
      return JSON.stringify({ hookSpecificOutput: { hookEventName: name, additionalContext: text } });
  }
}

/** Every host has its own way to take one more turn. */
function askForTurn(agent: HostEvent["agent"], reason: string): string {
  if (agent === "cursor") return JSON.stringify({ followup_message: reason });
  return JSON.stringify({ decision: agent === "gemini" ? "deny" : "block", reason });
}
