import { basename } from "node:path";
import type { Files } from "../../engine/files.js";
import { inStore, storePath } from "../../store/context/context-layout.js";
import { decisionFiles } from "../../store/context/decision-store.js";
import { entryKey, entryNames } from "../../store/context/entry-store.js";
import { openManifestStore } from "../../store/context/manifest-store.js";
import { readScopes } from "../../store/context/scopes.js";
import { openSkillRecords } from "../../store/context/skill-records.js";
import { openStateStore } from "../../store/context/state-store.js";
import { findProjectRoot } from "./find-project-root.js";

export type ProjectHeader = NonNullable<Awaited<ReturnType<typeof readProjectHeader>>>;

/**
 * A summary of a project that needs no entry to be read. Public names only. Read before the rest of the product is
 * loaded, so it uses nothing heavy. Undefined outside a project.
 */
export async function readProjectHeader(files: Files, folder: string) {
  const root = await findProjectRoot(files, folder).catch(() => undefined);
  if (root === undefined) return undefined;
  const scopes = await readScopes(files, root);
  const isPublic = (path: string) => scopes.of(path) === "public";
  const publicOf = async (area: "knowledge" | "conventions" | "decisions") =>
    (await entryNames(files, root, area, scopes)).filter((name) => isPublic(inStore.entry(area, name)));
  const [manifest, conventions, knowledge, decisions, folders, state] = await Promise.all([
    openManifestStore(files, root).read(),
    publicOf("conventions"),
    publicOf("knowledge"),
    publicOf("decisions"),
    files.listKind(storePath(root, "skills"), "folder"),
    openStateStore(files, root).read(),
  ]);
  const skills = folders.filter((name) => isPublic(inStore.skill(name)));
  const records = openSkillRecords(files, async (path) => storePath(root, path));
  const stats = await Promise.all(skills.map((name) => records.stats(name)));
  return {
    name: manifest?.project.name || basename(root),
    stack: [...(manifest?.languages ?? []), ...(manifest?.build_systems ?? [])],
    conventions: conventions.map(entryKey),
    knowledge: knowledge.map(entryKey),
    decisions: decisionFiles(decisions).length,
    skills,
    needAttention: stats.filter((one) => one.needs_attention).map((one) => one.skill_name),
    currentTask: state.current_task,
  };
}
