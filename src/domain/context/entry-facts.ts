import { posix } from "node:path";
import { AppError } from "../../base/errors.js";
import type { LogEntry } from "../../engine/git-repository.js";
import { type EntryMeta, readEntryMeta, writeEntryMeta } from "../../store/context/author-map.js";
import { type ContextEntry, type EntryType, locateEntry, publicEntries, readEntryType } from "./entries.js";
import type { ProjectContext } from "./project-context.js";
import { openStoreRepository, type StoreRepository } from "./sync/store-repository.js";

/** Authorship and freshness of an entry, for the people who maintain a store. */
export interface EntryFacts extends ContextEntry, EntryMeta {
  readonly updated_at: string;
  /** Paths that it is about and that changed since it was verified. */
  readonly stale: readonly string[];
}

/** Facts of every public entry of a kind, or of all. */
export async function listEntryFacts(project: ProjectContext, only?: EntryType): Promise<EntryFacts[]> {
  const store = await openStoreRepository(project).catch(() => undefined);
  const changes = await store?.repository.lastChanges(store.folder);
  const metaOf = await readMetas(project);
  const facts: EntryFacts[] = [];
  for (const entry of await publicEntries(project)) {
    if (only !== undefined && entry.type !== only) continue;
    const meta = metaOf(entry);
    const change = changes?.get(`${store?.folder}/${entry.path}`);
    const author = meta.author || change?.author || "";
    const stale = store ? await changedSince(store, meta) : [];
    facts.push({ ...entry, ...meta, author, updated_at: change?.date ?? "", stale });
  }
  return facts;
}

/** What the store records about its entries. */
export async function readMetas({ files, root }: ProjectContext): Promise<(entry: ContextEntry) => EntryMeta> {
  const metas = {
    knowledge: await readEntryMeta(files, root, "knowledge"),
    decisions: await readEntryMeta(files, root, "decisions"),
    conventions: await readEntryMeta(files, root, "conventions"),
    skills: await readEntryMeta(files, root, "skills"),
  };
  return ({ area, file }) => metas[area](file);
}

/** Paths whose last commit is newer than the verification. */
export async function changedSince({ repository }: StoreRepository, { verified_at, paths }: EntryMeta) {
  const changed: string[] = [];
  for (const path of verified_at === "" ? [] : paths) {
    const [commit] = await repository.log(path, 1);
    if (commit && Date.parse(commit.date) > Date.parse(verified_at)) changed.push(path);
  }
  return changed;
}

export interface Verification {
  readonly entryType: string;
  readonly key: string;
  readonly owner?: string | undefined;
  readonly paths?: readonly string[] | undefined;
}

/** Records that an entry is still valid, who owns it, and what it is about. */
export function verifyEntry(
  project: ProjectContext,
  { entryType, key, owner, paths }: Verification,
): Promise<EntryMeta> {
  const { files, root, runtime } = project;
  const type = readEntryType(entryType);
  return project.change(async () => {
    const { area, file, scope } = await locateEntry(project, type, key);
    if (scope !== "public")
      throw new AppError("invalid", `${key} is ${scope}: only shared entries are verified.`, {
        hint: `Share it first: throughline scope set ${type} ${key} public`,
      });
    const changes = { ...(owner === undefined ? {} : { owner }), ...(paths === undefined ? {} : { paths }) };
    await writeEntryMeta(files, root, area, { file, verified_at: runtime.now().toISOString(), ...changes });
    return (await readEntryMeta(files, root, area))(file);
  });
}

type ShownFacts = Partial<Pick<EntryFacts, "author" | "updated_at" | "owner" | "verified_at" | "stale">>;

/** What lists show about each entry, without empty fields. */
export async function readShownFacts(project: ProjectContext, type: EntryType): Promise<(key: string) => ShownFacts> {
  const facts = new Map((await listEntryFacts(project, type)).map((one) => [one.key, one]));
  return (key) => {
    const { author, updated_at, owner, verified_at, stale } = facts.get(key) ?? {};
    return {
      ...(author ? { author } : {}),
      ...(updated_at ? { updated_at } : {}),
      ...(owner ? { owner } : {}),
      ...(verified_at ? { verified_at } : {}),
      ...(stale && stale.length > 0 ? { stale } : {}),
    };
  };
}

/** The same as one line of text. */
export function factsText(facts: Readonly<Record<string, unknown>>): string {
  const { author, updated_at, owner, verified_at, stale } = facts as ShownFacts;
  return [
    author ? `by ${author}` : "",
    updated_at ? updated_at.slice(0, 10) : "",
    owner ? `owner ${owner}` : "",
    verified_at ? `verified ${verified_at.slice(0, 10)}` : "",
    stale ? `stale: ${stale.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

type EntryName = Pick<ContextEntry, "type" | "key">;

const maxVersions = 50;

/** The commits that changed an entry, newest first; empty if git has none. */
export async function entryVersions(project: ProjectContext, entry: EntryName): Promise<LogEntry[]> {
  const { path } = await locateEntry(project, entry.type, entry.key);
  const store = await openStoreRepository(project).catch(() => undefined);
  return store ? store.repository.log(posix.join(store.folder, path), maxVersions) : [];
}

/** The entry's text in a commit; empty if the commit does not have it. */
export async function entryAt(project: ProjectContext, entry: EntryName, commit: string): Promise<string> {
  if (!/^[0-9a-f]{4,64}$/.test(commit))
    throw new AppError("invalid", `Invalid commit: ${commit}.`, { hint: "Pass a commit from the list of versions." });
  const { repository, folder } = await openStoreRepository(project);
  const path = posix.join(folder, (await locateEntry(project, entry.type, entry.key)).path);
  const treeEntry = (await repository.listTree(commit, posix.dirname(path))).get(path);
  const [content] = treeEntry ? await repository.readBlobs([treeEntry.id]) : [];
  return content?.toString() ?? "";
}
