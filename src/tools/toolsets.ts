import type { Family } from "../base/settings.js";

/** How a family's contract writes an error: a sentence with a status, or an object with a code. */
export type ErrorForm = "status" | "coded";

export const toolsets: Record<Family, { title: string; about: string; errorForm: ErrorForm }> = {
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
  archive: {
    title: "Archive",
    about: "Searchable past sessions of every agent.",
    errorForm: "coded",
  },
  bridge: {
    title: "Bridge",
    about: "Projects of several repositories, and sub-agents that work in them.",
    errorForm: "coded",
  },
};
