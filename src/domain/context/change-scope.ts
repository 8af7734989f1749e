import { join, relative } from "node:path";
import { AppError } from "../../base/errors.js";
import { writeAuthor } from "../../store/context/author-map.js";
import { type Area, areas, storePath } from "../../store/context/context-layout.js";
import { readScope, type Scope } from "../../store/context/scope.js";
import { setScope } from "../../store/context/set-scope.js";
import { skillScopeFile } from "../../store/context/skill-store.js";
import type { ProjectContext } from "./project-context.js";

export const entryTypes = ["knowledge", "decision", "convention", "skill"] as const;
export type EntryType = (typeof entryTypes)[number];

export function readEntryType(text: string): EntryType {
  const type = entryTypes.find((one) => one === text.trim().toLowerCase());
  if (!type) throw new AppError("invalid", `Invalid entry_type '${text}'. Use ${entryTypes.join(", ")}.`);
  return type;
}

interface Located {
  readonly area: Area;
  /** Under which the scope is listed. */
  readonly file: string;
  readonly scope: Scope;
}

/** Where an entry stands; its absence is told in the contract's words. */
export async function locateEntry(project: ProjectContext, type: EntryType, key: string): Promise<Located> {
  const found = await lookUp(project, type, key);
  if (!found) throw new AppError("missing", `${titles[type]} '${key}' not found`);
  return found;
}

const titles: Record<EntryType, string> = {
  knowledge: "Knowledge entry",
  decision: "Decision",
  convention: "Convention",
  skill: "Skill",
};

async function lookUp(project: ProjectContext, type: EntryType, key: string): Promise<Located | undefined> {
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

/** Changes who may see an entry. What is no longer public leaves git's index at once. */
export async function changeScope(
  project: ProjectContext,
  wanted: { entryType: string; key: string; scope: string },
): Promise<ScopeChange> {
  const scope = readScope(wanted.scope);
  if (!scope) throw new AppError("invalid", `Invalid scope '${wanted.scope}'. Use public, private, or ephemeral.`);
  const type = readEntryType(wanted.entryType);
  await locateEntry(project, type, wanted.key);
  return project.change(async () => {
    const { area, file } = await locateEntry(project, type, wanted.key);
    await setScope(project.files, project.root, area, { file, scope });
    await noteAuthor(project, area, file, scope);
    const wasTracked = scope !== "public" && (await untrackEntry(project, area, file));
    return { scope, ...(wasTracked ? { warning: stillInHistory } : {}) };
  });
}

/** Whoever shares an entry answers for it. Decisions name their author themselves. */
async function noteAuthor(
  { files, root, caller }: ProjectContext,
  area: Area,
  file: string,
  scope: Scope,
): Promise<void> {
  if (area !== "decisions")
    await writeAuthor(files, root, area, { file, author: scope === "public" ? caller : undefined });
}

export const stillInHistory =
  "git's history still holds what was shared before, and so do other clones until they pull. If it is a secret, change it.";

/** Takes a file, or a skill with all its records, out of the index. True when git knew it. */
export async function untrackEntry(project: ProjectContext, area: Area, file: string): Promise<boolean> {
  const repository = await project.openRepository(project.root);
  if (!repository) return false;
  const inside = area === "skills" ? `${areas.skills}/${file.replace(/\/SKILL\.md$/, "")}` : `${areas[area]}/${file}`;
  const path = relative(repository.top, join(storePath(await realRoot(project)), inside)).replaceAll("\\", "/");
  const tracked = await repository.tracked([path]);
  if (tracked.length > 0) await repository.untrack(tracked);
  return tracked.length > 0;
}

/** As git names it: git follows the symbolic links of the folders above. */
const realRoot = async ({ files, root }: ProjectContext) => (await files.realPath(root)) ?? root;
