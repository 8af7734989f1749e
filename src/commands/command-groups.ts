interface CommandGroup {
  readonly title: string;
  /** The family's name, if no command starts with it: people look for help by it. */
  readonly family?: string;
  /** First words of commands, the most used first. */
  readonly words: string;
}

const groups: readonly CommandGroup[] = [
  { title: "Getting started", words: "install demo ui search show status doctor test-mcp uninstall" },
  {
    title: "Team context",
    words:
      "init context knowledge convention decision skill state history scope sync log export import bundle merge-file",
  },
  { title: "Memories, fixes and code", words: "memory guard everywhere remediation distill diagnose checkpoint code" },
  {
    title: "Past sessions",
    words:
      "continue restore-session archive sessions session file blame replay digest patterns stats receipts statusline hooks ingest forget rebuild-index",
  },
  { title: "Multiple repositories", family: "bridge", words: "project repo run undo agent storage" },
  { title: "Team service", words: "login logout remote token person tenant audit" },
  { title: "Maintenance", words: "config secrets purge backup restore reindex migrate migrate-from" },
  { title: "Servers and help", words: "mcp serve worker hook completion version help" },
];

/** The groups of `--help`. Every command's first word is in exactly one of them. */
export const commandGroups = groups.map(({ words, ...group }) => ({ ...group, words: words.split(" ") }));
