interface Subject {
  readonly title: string;
  /** First words of commands, the most wanted first. */
  readonly words: readonly string[];
}

/** What the commands are about, as the overview shows them. Every command's first word stands here once. */
export const subjects: readonly Subject[] = [
  { title: "Start here", words: ["install", "ui", "search", "status", "doctor", "test-mcp", "uninstall"] },
  {
    title: "Team context",
    words: [
      ...["init", "context", "knowledge", "convention", "decision", "skill", "state", "history", "scope"],
      ...["sync", "log", "export", "import", "bundle", "merge-file"],
    ],
  },
  { title: "Lessons, fixes and code", words: ["memory", "remediation", "diagnose", "checkpoint", "code"] },
  {
    title: "Past sessions",
    words: [
      ...["archive", "sessions", "session", "file", "blame", "replay", "digest", "patterns", "stats", "receipts"],
      ...["statusline", "hooks", "ingest", "forget", "rebuild-index"],
    ],
  },
  { title: "Many repositories", words: ["project", "repo", "run", "undo", "agent", "storage"] },
  { title: "A team's service", words: ["remote", "token", "audit"] },
  {
    title: "Looking after it",
    words: ["config", "secrets", "backup", "restore", "reindex", "migrate", "migrate-from"],
  },
  { title: "Processes and help", words: ["mcp", "serve", "hook", "completion", "version", "help"] },
];
