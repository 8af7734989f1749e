const names: Readonly<Record<string, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  gemini: "Gemini",
  opencode: "OpenCode",
  cursor: "Cursor",
  copilot: "Copilot",
};

/** The agents, in the order of their chart colors. */
export const agentNames: readonly string[] = Object.keys(names);

export const nameOfAgent = (agent: string): string => names[agent] ?? agent;

/** An agent with its color. */
export const AgentName = ({ agent }: { readonly agent: string }) => (
  <span class="agent">
    <span class="agent-dot" data-agent={agent} aria-hidden="true" />
    {nameOfAgent(agent)}
  </span>
);
