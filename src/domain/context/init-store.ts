import { basename, join, relative } from "node:path";
import signs from "../../../data/repository-signs.json" with { type: "json" };
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { Files } from "../../engine/files.js";
import type { OpenGitRepository } from "../../engine/git-repository.js";
import { areaNames, inStore, schemaVersion, storeFolder, storePath } from "../../store/context/context-layout.js";
import { writeSharedRules } from "../../store/context/ignore-rules.js";
import { jsonText } from "../../store/context/json-file.js";
import { locateStore, scopeFolder } from "../../store/context/locate-store.js";
import { type Manifest, openManifestStore } from "../../store/context/manifest-store.js";

/** Files at a project's root, and the language or build system that they indicate. */
const indicators: Readonly<Record<string, { readonly language?: string; readonly build?: string }>> =
  signs.projectFiles;

/** Languages and build systems by the names of the files at the root. */
export function detectProject(names: readonly string[]): { languages: string[]; build_systems: string[] } {
  const matches = names.filter((name) => Object.hasOwn(indicators, name)).map((name) => indicators[name]);
  return {
    languages: [...new Set(matches.flatMap((one) => one?.language ?? []))].sort(),
    build_systems: [...new Set(matches.flatMap((one) => one?.build ?? []))].sort(),
  };
}

export interface NewStore {
  readonly name?: string | undefined;
  readonly repoUrl?: string | undefined;
}

/** Creates an empty store at `root`. The caller holds its lock. The manifest is written last: it marks the store as complete. */
export async function initStore(
  { files, runtime }: { files: Files; runtime: Runtime },
  root: string,
  { name, repoUrl }: NewStore = {},
): Promise<Manifest> {
  await refuseForeignFolder(files, root);
  const now = runtime.now().toISOString();
  const defaults: Record<string, string> = {
    ...Object.fromEntries(areaNames.map((area) => [inStore.scopes(area), jsonText({})])),
    [inStore.roadmap]: jsonText({ items: [], updated_at: now }),
    [inStore.teamPreferences]: jsonText({ values: {} }),
    [inStore.sessions]: "",
  };
  await writeSharedRules(files, root);
  for (const [path, text] of Object.entries(defaults)) {
    if (!(await files.exists(storePath(root, path)))) await files.write(storePath(root, path), text);
  }
  const manifest: Manifest = {
    schema_version: schemaVersion,
    project: { name: name || basename(root), id: runtime.newUuid(), repo_url: repoUrl ?? "" },
    adapters: { claude_code: { enabled: true } },
    team: { members: [] },
    ...detectProject(await files.list(root)),
    created_at: now,
    updated_at: now,
  };
  await openManifestStore(files, root).write(manifest);
  return manifest;
}

/** A store folder that links out of the project could make us write to any location. */
export async function refuseForeignFolder(files: Files, root: string): Promise<void> {
  const home = (await files.realPath(root)) ?? root;
  const location = await locateStore(files, root);
  const subfolders = ["knowledge", "knowledge/decisions", "conventions", "skills"];
  const folders = [
    ...["", ...subfolders, "state", "preferences", "history"].map((folder) => storePath(home, folder)),
    ...(location ? ["throughline", "throughline/private"].map((folder) => join(location.commonDir, folder)) : []),
    ...(location ? ["", ...subfolders].map((folder) => join(scopeFolder(location, "private"), folder)) : []),
  ].map((folder) => folder.replace(/[\\/]$/, ""));
  const real = await Promise.all(folders.map((folder) => files.realPath(folder)));
  const foreign = real.find((path, i) => path !== undefined && path !== folders[i]);
  if (foreign === undefined) return;
  const message = `${storeFolder} is a link that leaves the project (${foreign}). Nothing was written.`;
  throw new AppError("forbidden", message, { hint: "Replace the symbolic link with a folder." });
}

/**
 * Throws if git has a store that the working tree lacks, which usually is an accident or a sparse checkout. A new store
 * or a push would delete the existing entries for the whole team.
 */
export async function refuseVanishedStore(
  { files, openRepository }: { files: Files; openRepository: OpenGitRepository },
  root: string,
): Promise<void> {
  if (await files.exists(storePath(root, inStore.manifest))) return;
  const repository = await openRepository(root);
  if (!repository) return;
  const manifest = storePath((await files.realPath(root)) ?? root, inStore.manifest);
  const tracked = await repository.tracked([relative(repository.top, manifest).replaceAll("\\", "/")]);
  if (tracked.length === 0) return;
  throw new AppError("conflict", "The store is in git but not in the working tree. Nothing was changed.", {
    hint: `Restore it with \`git checkout -- ${storeFolder}\` (in a sparse checkout, \`git sparse-checkout add ${storeFolder}\`), or commit its removal with git.`,
  });
}
