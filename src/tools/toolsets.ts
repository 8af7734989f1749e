import type { Toolset } from "../base/settings.js";

/** How a family's contract writes an error: a sentence with a status, or an object with a code. */
export type ErrorForm = "status" | "coded";

export const toolsets: Record<Toolset, { title: string; about: string; errorForm: ErrorForm }> = {
  core: { title: "Core", about: "One search over everything, and the way to the other toolsets.", errorForm: "coded" },
  context: {
    title: "Team context",
    about: "Knowledge, conventions, decisions and skills that a team shares, as plain files in git.",
    errorForm: "status",
  },
  memory: {
    title: "Memory",
    about: "Lessons, checkpoints and error fixes that outlive a session.",
    errorForm: "coded",
  },
  archive: { title: "Archive", about: "Searchable past sessions of every agent.", errorForm: "coded" },
  bridge: {
    title: "Bridge",
    about: "Projects of several repositories, and sub-agents that work in them.",
    errorForm: "coded",
  },
};
