import { basename } from "node:path";
import type { Files } from "../../engine/files.js";
import { storePath } from "../../store/context/context-layout.js";
import { decisionFiles } from "../../store/context/decision-store.js";
import { entryKey, entryNames } from "../../store/context/entry-store.js";
import { openManifestStore } from "../../store/context/manifest-store.js";
import { readScopeMap } from "../../store/context/scope-map.js";
import { openSkillRecords } from "../../store/context/skill-records.js";
import { openStateStore } from "../../store/context/state-store.js";
import { findProjectRoot } from "./find-project-root.js";

/** A summary of a project that needs no entry to be read. Public names only. */
export interface ProjectHeader {
  readonly name: string;
  readonly stack: readonly string[];
  readonly conventions: readonly string[];
  readonly knowledge: readonly string[];
  readonly decisions: number;
  readonly skills: readonly string[];
  readonly needAttention: readonly string[];
  readonly currentTask: string;
}

/** Read before the rest of the product is loaded, so it uses nothing heavy. Undefined outside a project. */
export async function readProjectHeader(files: Files, folder: string): Promise<ProjectHeader | undefined> {
  const root = await findProjectRoot(files, folder).catch(() => undefined);
  if (root === undefined) return undefined;
  const publicOf = async (area: "knowledge" | "conventions") => {
    const [names, scopes] = await Promise.all([entryNames(files, root, area), readScopeMap(files, root, area)]);
    return names.filter((name) => scopes.of(name) === "public").map(entryKey);
  };
  const [manifest, conventions, knowledge, decisionNames, decisionScopes, skills, state] = await Promise.all([
    openManifestStore(files, root).read(),
    publicOf("conventions"),
    publicOf("knowledge"),
    files.listKind(storePath(root, "knowledge/decisions"), "file"),
    readScopeMap(files, root, "decisions"),
    publicSkills(files, root),
    openStateStore(files, root).read(),
  ]);
  const stats = await Promise.all(skills.map((name) => openSkillRecords(files, root).stats(name)));
  return {
    name: manifest?.project.name || basename(root),
    stack: [...(manifest?.languages ?? []), ...(manifest?.build_systems ?? [])],
    conventions,
    knowledge,
    decisions: decisionFiles(decisionNames).filter(({ file }) => decisionScopes.of(file) === "public").length,
    skills,
    needAttention: stats.filter((one) => one.needs_attention).map((one) => one.skill_name),
    currentTask: state.current_task,
  };
}

async function publicSkills(files: Files, root: string): Promise<string[]> {
  const [names, scopes] = await Promise.all([
    files.listKind(storePath(root, "skills"), "folder"),
    readScopeMap(files, root, "skills"),
  ]);
  return names.filter((name) => scopes.of(`${name}/SKILL.md`) === "public");
}
