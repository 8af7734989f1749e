export const kinds = ["knowledge", "conventions", "decisions", "skills"] as const;
export type Kind = (typeof kinds)[number];

export const readKind = (text: string | undefined): Kind => kinds.find((kind) => kind === text) ?? "knowledge";

/** The tools that read one entry of a kind. */
export const readers = {
  knowledge: "context_get_knowledge",
  conventions: "context_get_convention",
  skills: "context_get_skill",
} as const;

/** What tools call one entry of a kind. */
export const entryTypes = {
  knowledge: "knowledge",
  conventions: "convention",
  decisions: "decision",
  skills: "skill",
} as const satisfies Record<Kind, string>;
