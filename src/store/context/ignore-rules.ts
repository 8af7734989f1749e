import type { Files } from "../../engine/files.js";
import { type Area, areas, inStore, storePath } from "./context-layout.js";
import { escapePattern } from "./git-exclude.js";
import { exactly, readScopeMaps, type ScopeMaps } from "./scope-map.js";

/** Never shared: the state of this machine, and the names of private entries. */
const sharedRules = [inStore.state, inStore.userPreferences, inStore.pending, ".scope.json", inStore.lock];

/** Folders that carry a list of their own files to ignore. It ignores itself: private names are private too. */
const ignoringFolders = {
  knowledge: ["knowledge", "decisions"],
  conventions: ["conventions"],
  skills: ["skills"],
} as const satisfies Record<string, readonly Area[]>;

export type IgnoringFolder = keyof typeof ignoringFolders;
export const ignoringFolderNames = Object.keys(ignoringFolders) as IgnoringFolder[];

/**
 * Adds the rules a store needs to its `.gitignore`. Lines that people added stay; `dropped` ones go, because this file is
 * tracked and must not name a private entry.
 */
export async function writeSharedRules(files: Files, root: string, dropped: readonly string[] = []): Promise<void> {
  const path = storePath(root, inStore.ignore);
  const text = (await files.readPlain(path)) ?? "";
  const lines = text.split("\n").filter((line) => line !== "" && !dropped.includes(line));
  const missing = sharedRules.filter((rule) => !lines.includes(rule));
  const next = [...lines, ...missing].map((line) => `${line}\n`).join("");
  if (next !== text) await files.write(path, next);
}

/** Writes which files of the folder git must not see, by the scope maps. */
export async function writePrivateRules(
  files: Files,
  root: string,
  folder: IgnoringFolder,
  maps?: ScopeMaps,
): Promise<void> {
  const scopes = maps ?? (await readScopeMaps(files, root));
  const rules = ignoringFolders[folder].flatMap((area) => rulesOf(scopes, area, folder));
  const path = storePath(root, `${folder}/.gitignore`);
  const next = rules.length === 0 ? undefined : ["/.gitignore", ...rules].map((line) => `${line}\n`).join("");
  if (next === (await files.readPlain(path))) return;
  await (next === undefined ? files.remove(path) : files.write(path, exactly(next)));
}

function rulesOf(maps: ScopeMaps, area: Area, folder: IgnoringFolder): string[] {
  const { listed } = maps[area];
  const inside = areas[area].slice(folder.length);
  // A skill is hidden as a folder, with its usage, feedback and proposals.
  return [...listed.keys()]
    .sort()
    .map((file) => `${inside}/${escapePattern(area === "skills" ? file.replace(/\/SKILL\.md$/, "/") : file)}`);
}

export const ignoringFolderOf = (area: Area): IgnoringFolder => (area === "decisions" ? "knowledge" : area);
