import { AppError } from "../../base/errors.js";
import { writeAuthor } from "../../store/context/author-map.js";
import { type Area, areas } from "../../store/context/context-layout.js";
import { readScope, type Scope } from "../../store/context/scope.js";
import { skillScopeFile } from "../../store/context/skill-store.js";
import type { ProjectContext } from "./project-context.js";

export const entryTypes = ["knowledge", "decision", "convention", "skill"] as const;
export type EntryType = (typeof entryTypes)[number];

export function readEntryType(text: string): EntryType {
  const type = entryTypes.find((one) => one === text.trim().toLowerCase());
  if (!type) throw new AppError("invalid", `Invalid entry_type '${text}'. Use ${entryTypes.join(", ")}.`);
  return type;
}

interface EntryLocation {
  readonly area: Area;
  /** The name under which the scope is listed. */
  readonly file: string;
  readonly scope: Scope;
}

/** Finds an entry's file; the wording of the error is the contract's. */
export async function locateEntry(project: ProjectContext, type: EntryType, key: string): Promise<EntryLocation> {
  const location = await lookUp(project, type, key);
  if (!location) throw new AppError("missing", `${titles[type]} '${key}' not found`);
  return location;
}

const titles: Record<EntryType, string> = {
  knowledge: "Knowledge entry",
  decision: "Decision",
  convention: "Convention",
  skill: "Skill",
};

/** Knowledge or a convention, in full. */
export async function requireEntry(project: ProjectContext, type: "knowledge" | "convention", key: string) {
  const entry = await project[type === "knowledge" ? "knowledge" : "conventions"].read(key);
  if (!entry) throw new AppError("missing", `${titles[type]} '${key}' not found`);
  return entry;
}

async function lookUp(project: ProjectContext, type: EntryType, key: string): Promise<EntryLocation | undefined> {
  switch (type) {
    case "knowledge":
    case "convention": {
      const area = type === "knowledge" ? "knowledge" : "conventions";
      const entry = await project[area].read(key);
      return entry && { area, file: `${entry.key}.md`, scope: entry.scope };
    }
    case "decision": {
      const decision = await project.decisions.find(key);
      return decision && { area: "decisions", file: decision.file, scope: decision.scope };
    }
    case "skill": {
      const skill = await project.skills.read(key);
      return skill && { area: "skills", file: skillScopeFile(skill.name), scope: skill.scope };
    }
  }
}

export interface ScopeChange {
  readonly scope: Scope;
  /** Present when git has seen the entry before. */
  readonly warning?: string;
}

/** Changes who may see an entry. An entry that is no longer public leaves git's index at once. */
export async function changeScope(
  project: ProjectContext,
  request: { entryType: string; key: string; scope: string },
): Promise<ScopeChange> {
  const scope = readScope(request.scope);
  if (!scope) throw new AppError("invalid", `Invalid scope '${request.scope}'. Use public, private, or ephemeral.`);
  const type = readEntryType(request.entryType);
  await locateEntry(project, type, request.key);
  return project.change(async () => {
    const { area, file } = await locateEntry(project, type, request.key);
    const { wasTracked } = await project.scopes.set(`${areas[area]}/${file}`, scope);
    await setAuthor(project, area, file, scope);
    return { scope, ...historyWarning(wasTracked) };
  });
}

/** The person who shares an entry is its author. Decisions name their author themselves. */
async function setAuthor(
  { files, root, caller }: ProjectContext,
  area: Area,
  file: string,
  scope: Scope,
): Promise<void> {
  if (area !== "decisions")
    await writeAuthor(files, root, area, { file, author: scope === "public" ? caller : undefined });
}

const stillInHistory =
  "git's history still holds what was shared before, and so do other clones until they pull. If it is a secret, change it.";

/** Warns that a private entry was shared before. */
export const historyWarning = (wasTracked: boolean): { warning?: string } =>
  wasTracked ? { warning: stillInHistory } : {};
