import { AppError } from "../../base/errors.js";
import type { Files } from "../../engine/files.js";
import { type Area, areas, inStore, storePath } from "./context-layout.js";
import { jsonText, readJsonFile } from "./json-file.js";
import { locateStore, type PrivateRegistry, readRegistry } from "./private-registry.js";
import { type Scope, scopes } from "./scope.js";

/** Scopes of an area's files, by file name; a file that neither record lists is public. */
export interface ScopeMap {
  /** False when a record cannot be read: then nothing counts as public. */
  readonly isSound: boolean;
  of(file: string): Scope;
  /** The entries of both records. */
  readonly listed: ReadonlyMap<string, Scope>;
  /** Files that git's folder lists as private and the map in the store does not. */
  readonly missing: readonly string[];
}

export async function readScopeMap(files: Files, root: string, area: Area): Promise<ScopeMap> {
  return joinRecords(files, root, area, await readRegistry(files, await locateStore(files, root)));
}

export type ScopeMaps = Readonly<Record<Area, ScopeMap>>;

/** All areas at once: the registry is read once. */
export async function readScopeMaps(files: Files, root: string, knownRegistry?: PrivateRegistry): Promise<ScopeMaps> {
  const registry = knownRegistry ?? (await readRegistry(files, await locateStore(files, root)));
  const maps = await Promise.all(
    (Object.keys(areas) as Area[]).map(async (area) => [area, await joinRecords(files, root, area, registry)] as const),
  );
  return Object.fromEntries(maps) as ScopeMaps;
}

/** The maps after a change of one scope. */
export function withScope(maps: ScopeMaps, area: Area, { file, scope }: { file: string; scope: Scope }): ScopeMaps {
  const listed = new Map(maps[area].listed);
  if (scope === "public") listed.delete(file);
  else listed.set(file, scope);
  return { ...maps, [area]: { ...maps[area], listed } };
}

async function joinRecords(files: Files, root: string, area: Area, registry: PrivateRegistry): Promise<ScopeMap> {
  const local = await readLocalMap(files, root, area);
  const registered = [...registry.entries]
    .filter(([path]) => areaOfPath(path) === area)
    .map(([path, { scope }]) => [path.slice(areas[area].length + 1), scope] as const);
  const listed = new Map([...registered, ...(local ?? [])]);
  const isSound = local !== undefined && registry.isSound;
  return {
    isSound,
    of: (file) => (isSound ? (listed.get(file) ?? "public") : "private"),
    listed,
    missing: registered.filter(([file]) => !local?.has(file)).map(([file]) => file),
  };
}

/** The scope map in the store; undefined when it is damaged. */
async function readLocalMap(files: Files, root: string, area: Area): Promise<ReadonlyMap<string, Scope> | undefined> {
  const read = await readJsonFile(files, storePath(root, inStore.scopes(area)));
  if (read.kind === "damaged") return undefined;
  const entries = read.kind === "object" ? Object.entries(read.value) : [];
  return new Map(entries.map(([file, scope]) => [file, toScope(scope)]));
}

export const areaOfPath = (path: string): Area => {
  if (path.startsWith(`${areas.decisions}/`)) return "decisions";
  if (path.startsWith("skills/")) return "skills";
  return path.startsWith("conventions/") ? "conventions" : "knowledge";
};

/** An unknown scope is treated as private. */
const toScope = (value: unknown): Scope => scopes.find((scope) => scope === value) ?? "private";

/** Writes the map in the store. Fails if either record is damaged. */
export async function writeScopeMap(
  files: Files,
  root: string,
  area: Area,
  changes: ReadonlyMap<string, Scope>,
): Promise<void> {
  const path = storePath(root, inStore.scopes(area));
  const { isSound, listed } = await readScopeMap(files, root, area);
  if (!isSound) throw damagedMap(inStore.scopes(area));
  const entries = [...new Map([...listed, ...changes])]
    .filter(([, scope]) => scope !== "public")
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const next = jsonText(Object.fromEntries(entries));
  if (next !== ((await files.readPlain(path)) ?? jsonText({}))) await files.write(path, exactly(next));
}

/** As bytes, which are not redacted: a file name that looks like a secret must stay as it is. */
export const exactly = (text: string): Uint8Array => Buffer.from(text);

export const damagedMap = (path: string) =>
  new AppError("conflict", `${path} is damaged, so it is unknown what is private. Nothing was written.`, {
    hint: "Repair the file: it is JSON of file names and scopes. Until then every entry is treated as private.",
  });

/** Fails while the two records of private entries disagree, so that nothing is shared. */
export async function refuseUncertainScopes(files: Files, root: string): Promise<void> {
  const maps = await readScopeMaps(files, root);
  const uncertain = Object.entries(maps).flatMap(([area, { missing }]) =>
    missing.map((file) => `${areas[area as Area]}/${file}`),
  );
  const [first] = uncertain;
  if (first === undefined) return;
  throw new AppError(
    "conflict",
    `Private by git's own folder, but not by its scope map: ${uncertain.join(", ")}. Nothing was shared.`,
    { hint: `Set the scope again, for example: throughline scope set ${commandNames[areaOfPath(first)]} private` },
  );
}

const commandNames: Record<Area, string> = {
  knowledge: "knowledge <key>",
  decisions: "decision <number>",
  conventions: "convention <key>",
  skills: "skill <name>",
};
