import { join } from "node:path";

/** Where each agent keeps its own files. */
export interface AgentHomes {
  readonly "claude-code": string;
  readonly codex: string;
  readonly gemini: string;
  readonly opencode: string;
  readonly cursor: string;
  readonly copilot: string;
  /** Where Cursor's editor may keep its own state, by system. */
  readonly cursorEditor: readonly string[];
}

/** As the agents themselves resolve them: their own variables first, then the user's home. */
export function agentHomesIn(home: string, env: Readonly<Record<string, string | undefined>>): AgentHomes {
  return {
    "claude-code": env.CLAUDE_CONFIG_DIR || join(home, ".claude"),
    codex: env.CODEX_HOME || join(home, ".codex"),
    gemini: join(env.GEMINI_CLI_HOME || home, ".gemini"),
    opencode: join(env.XDG_DATA_HOME || join(home, ".local", "share"), "opencode"),
    cursor: join(home, ".cursor"),
    cursorEditor: [
      join(env.XDG_CONFIG_HOME || join(home, ".config"), "Cursor"),
      join(home, "Library", "Application Support", "Cursor"),
      ...(env.APPDATA ? [join(env.APPDATA, "Cursor")] : []),
    ],
    copilot: env.COPILOT_HOME || join(home, ".copilot"),
  };
}
