export const kinds = ["knowledge", "conventions", "decisions", "skills"] as const;
export type Kind = (typeof kinds)[number];

export const readKind = (text: string | undefined): Kind => kinds.find((one) => one === text) ?? "knowledge";

/** What tools call one entry of a kind. */
export const entryTypes = {
  knowledge: "knowledge",
  conventions: "convention",
  decisions: "decision",
  skills: "skill",
} as const satisfies Record<Kind, string>;
