import { join } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Files } from "../../engine/files.js";
import { type Area, areaNames, areas, inStore, storePath } from "./context-layout.js";
import { readJsonFile } from "./json-file.js";
import { locateScopes } from "./locate-store.js";
import { type Scope, scopes } from "./scope.js";

/** Who may see each entry of a store, and where its files are. Paths are inside the store. */
export type Scopes = Awaited<ReturnType<typeof readScopes>>;

export async function readScopes(files: Files, root: string) {
  const folderOf = await locateScopes(files, root);
  const [ephemeral, hidden, ...maps] = await Promise.all([
    files.tree(folderOf("ephemeral")),
    files.tree(folderOf("private")),
    ...areaNames.map((area) => readScopeMap(files, root, area)),
  ]);
  const units = new Map<string, Scope>([
    ...ephemeral.map((path) => [unitOf(path), "ephemeral"] as const),
    ...hidden.map((path) => [unitOf(path), "private"] as const),
  ]);
  /** Files that a scope map in the store lists, as Context Teleport writes it. */
  const listed: ReadonlyMap<string, Scope> = new Map(maps.flatMap((map) => [...(map ?? [])]));
  const damaged = areaNames.filter((_, i) => maps[i] === undefined);
  return {
    listed,
    of(path: string): Scope {
      const isUncertain = isEntryPath(path) && damaged.includes(areaOfPath(path));
      return units.get(unitOf(path)) ?? (isUncertain ? "private" : (listed.get(mainFile(unitOf(path))) ?? "public"));
    },
    /** Where a file or a skill's folder is. Of two with the same name, the one that is not public. */
    locate: (path: string) => join(folderOf(units.get(unitOf(path)) ?? "public"), path),
    /** Files that are not public, in git's own folder. */
    privatePaths: [...new Set([...ephemeral, ...hidden])].sort(),
    /** Scope maps that cannot be read: no entry next to them counts as public. */
    damagedMaps: damaged.map(inStore.scopes),
  };
}

/** The scope map in the store; undefined when it is damaged. */
async function readScopeMap(files: Files, root: string, area: Area): Promise<Map<string, Scope> | undefined> {
  const read = await readJsonFile(files, storePath(root, inStore.scopes(area)));
  if (read.kind === "damaged") return undefined;
  const entries = read.kind === "object" ? Object.entries(read.value) : [];
  return new Map(
    entries
      .map(([file, scope]) => [`${areas[area]}/${file}`, toScope(scope)] as const)
      .filter(([, scope]) => scope !== "public"),
  );
}

/** An unknown scope is treated as private. */
const toScope = (value: unknown): Scope => scopes.find((scope) => scope === value) ?? "private";

/** A skill has its scope as a folder, with its usage, feedback and proposals. */
export const unitOf = (path: string): string => /^skills\/[^/]+/.exec(path)?.[0] ?? path;

/** The file that has the text of an entry. */
export const mainFile = (unit: string): string => (unit.startsWith("skills/") ? `${unit}/SKILL.md` : unit);

const isEntryPath = (path: string) => /^(?:knowledge|conventions|skills)\//.test(path);

export const areaOfPath = (path: string): Area => {
  if (path.startsWith(`${areas.decisions}/`)) return "decisions";
  if (path.startsWith("skills/")) return "skills";
  return path.startsWith("conventions/") ? "conventions" : "knowledge";
};

export const damagedMap = (path: string) =>
  new AppError("conflict", `${path} is damaged, so it is unknown what is private. Nothing was written.`, {
    hint: "Repair the file: it is JSON of file names and scopes. Until then every entry is treated as private.",
  });
