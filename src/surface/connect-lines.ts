/** The exact lines that connect each agent to `throughline mcp`. */
export interface ConnectLine {
  readonly agent: string;
  /** Where the line goes: a terminal, or a file. */
  readonly where: string;
  readonly line: string;
}

/** `command` starts this installation: the absolute paths of Node and of the program. */
export function connectLines(command: readonly string[]): ConnectLine[] {
  const words = [...command, "mcp", "--core-tools"];
  const commandLine = words.map(quote).join(" ");
  const server = (caller: string) => ({ command: words[0], args: words.slice(1), env: { MCP_CALLER: caller } });
  const opencode = { type: "local", command: words, environment: { MCP_CALLER: "opencode" } };
  const terminal = "a terminal";
  return [
    {
      agent: "Claude Code",
      where: terminal,
      line: `claude mcp add throughline --scope user --env MCP_CALLER=claude-code -- ${commandLine}`,
    },
    { agent: "Codex", where: terminal, line: `codex mcp add throughline --env MCP_CALLER=codex -- ${commandLine}` },
    {
      agent: "Gemini CLI",
      where: terminal,
      line: `gemini mcp add --scope user --env MCP_CALLER=gemini-cli throughline ${commandLine}`,
    },
    {
      agent: "Cursor",
      where: "~/.cursor/mcp.json",
      line: JSON.stringify({ mcpServers: { throughline: server("cursor") } }),
    },
    {
      agent: "OpenCode",
      where: "~/.config/opencode/opencode.json",
      line: JSON.stringify({ mcp: { throughline: opencode } }),
    },
  ];
}

const quote = (word: string) => (/^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
