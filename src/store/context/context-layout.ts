import { join } from "node:path";

/** The folder of a repository that holds its shared context, in the format of Context Teleport. */
export const storeFolder = ".context-teleport";

export const schemaVersion = "0.4.0";

/** Entries that are one markdown file each. */
export type EntryArea = "knowledge" | "conventions";

/** The folder of each kind of entry inside the store. */
export const areas = {
  knowledge: "knowledge",
  decisions: "knowledge/decisions",
  conventions: "conventions",
  skills: "skills",
} as const;

export type Area = keyof typeof areas;
export const areaNames = Object.keys(areas) as Area[];

/** Paths inside the store. */
export const inStore = {
  manifest: "manifest.json",
  ignore: ".gitignore",
  attributes: ".gitattributes",
  state: "state/active.json",
  roadmap: "state/roadmap.json",
  teamPreferences: "preferences/team.json",
  userPreferences: "preferences/user.json",
  sessions: "history/sessions.ndjson",
  templates: "templates",
  pending: ".pending_conflicts.json",
  lock: ".lock",
  scopes: (area: Area) => `${areas[area]}/.scope.json`,
  authors: (area: Area) => `${areas[area]}/.meta.json`,
  entry: (area: Exclude<Area, "skills">, file: string) => `${areas[area]}/${file}`,
  skill: (name: string) => `skills/${name}/SKILL.md`,
  usage: (name: string) => `skills/${name}/.usage.ndjson`,
  feedback: (name: string) => `skills/${name}/.feedback.ndjson`,
  proposals: (name: string) => `skills/${name}/.proposals`,
} as const;

export const storePath = (root: string, inside = ""): string => join(root, storeFolder, inside);
