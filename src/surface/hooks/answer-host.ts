import type { HostEvent } from "./host-event.js";

/** The context in the form that the host expects. */
export function answerFor({ agent, name }: HostEvent, text: string): string {
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
