/** Paths of an agent's instruction files, relative to the project's folder. */
export interface AgentFiles {
  readonly title: string;
  /** One file for everything; our text is a marked block in it. */
  readonly block?: string;
  /** A folder with one file per entry, and the ending of its files. */
  readonly rules?: { readonly folder: string; readonly ending: string };
  readonly skills?: string;
  /** Files to import, each with the key of its entry. */
  readonly files: Readonly<Record<string, string>>;
  /** Folders to import: each file becomes an entry whose key has this prefix. */
  readonly folders: readonly { readonly folder: string; readonly ending: string; readonly prefix: string }[];
}

const agentsMd = { "AGENTS.md": "agents-instructions" };

export const agentFiles = {
  "claude-code": {
    title: "Claude Code",
    block: "CLAUDE.md",
    skills: ".claude/skills",
    files: { "CLAUDE.md": "project-instructions" },
    folders: [{ folder: ".claude/rules", ending: ".md", prefix: "rule-" }],
  },
  "agents-md": { title: "AGENTS.md", block: "AGENTS.md", files: agentsMd, folders: [] },
  codex: {
    title: "Codex",
    block: "AGENTS.md",
    skills: ".codex/skills",
    files: { ...agentsMd, ".codex/instructions.md": "codex-instructions" },
    folders: [],
  },
  opencode: {
    title: "OpenCode",
    block: "AGENTS.md",
    skills: ".opencode/skills",
    files: agentsMd,
    folders: [
      { folder: ".opencode/agents", ending: ".md", prefix: "opencode-agent-" },
      { folder: ".opencode/commands", ending: ".md", prefix: "opencode-command-" },
    ],
  },
  cursor: {
    title: "Cursor",
    rules: { folder: ".cursor/rules", ending: ".mdc" },
    skills: ".cursor/skills",
    files: { ".cursorrules": "cursorrules" },
    folders: [{ folder: ".cursor/rules", ending: ".mdc", prefix: "cursor-rule-" }],
  },
  gemini: {
    title: "Gemini CLI",
    block: "GEMINI.md",
    skills: ".gemini/skills",
    files: { "GEMINI.md": "gemini-instructions", ".gemini/STYLEGUIDE.md": "gemini-styleguide" },
    folders: [],
  },
  copilot: {
    title: "GitHub Copilot",
    block: ".github/copilot-instructions.md",
    files: { ".github/copilot-instructions.md": "copilot-instructions" },
    folders: [{ folder: ".github/instructions", ending: ".md", prefix: "copilot-rule-" }],
  },
} as const satisfies Record<string, AgentFiles>;

export type AgentName = keyof typeof agentFiles;
export const agentNames = Object.keys(agentFiles) as [AgentName, ...AgentName[]];

/** Marks every file that we wrote as a whole: import skips it, and export may replace or remove it. */
export const ownMarker = "<!-- throughline: written by `throughline export`; edit the store instead -->";
