import { AppError } from "../../base/errors.js";
import { type EntryMeta, readEntryMeta, writeEntryMeta } from "../../store/context/author-map.js";
import { type Area, areas } from "../../store/context/context-layout.js";
import { publicEntries } from "./all-entries.js";
import { type EntryType, locateEntry, readEntryType } from "./change-scope.js";
import type { ProjectContext } from "./project-context.js";
import { openStoreRepository, type StoreRepository } from "./sync/store-repository.js";

/** Authorship and freshness of an entry, for the people who maintain a store. */
export interface EntryFacts extends EntryMeta {
  readonly type: EntryType;
  readonly key: string;
  /** From the store's folder. */
  readonly file: string;
  readonly content: string;
  readonly updated_at: string;
  /** Paths that it is about and that changed since it was verified. */
  readonly stale: readonly string[];
}

/** Facts of every public entry of a kind, or of all. */
export async function listEntryFacts(project: ProjectContext, only?: EntryType): Promise<EntryFacts[]> {
  const store = await openStoreRepository(project).catch(() => undefined);
  const entries = (await publicEntries(project)).filter(({ type }) => only === undefined || type === only);
  const changes = store ? await store.repository.lastChanges(store.folder) : new Map();
  const metas = new Map<Area, (file: string) => EntryMeta>();
  const facts: EntryFacts[] = [];
  for (const { type, key, area, file, content } of entries) {
    const metaOf = metas.get(area) ?? (await readEntryMeta(project.files, project.root, area));
    metas.set(area, metaOf);
    const path = `${areas[area]}/${file}`;
    const change = changes.get(`${store?.folder}/${path}`);
    const meta = metaOf(file);
    facts.push({
      type,
      key,
      file: path,
      content,
      ...meta,
      author: meta.author || change?.author || "",
      updated_at: change?.date ?? "",
      stale: store ? await changedSince(store, meta) : [],
    });
  }
  return facts;
}

/** Paths whose last commit is newer than the verification. */
export async function changedSince(
  { repository }: StoreRepository,
  { verified_at, paths }: EntryMeta,
): Promise<string[]> {
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
export async function verifyEntry(project: ProjectContext, request: Verification): Promise<EntryMeta> {
  const type = readEntryType(request.entryType);
  return project.change(async () => {
    const { area, file, scope } = await locateEntry(project, type, request.key);
    if (scope !== "public")
      throw new AppError("invalid", `${request.key} is ${scope}: only shared entries are verified.`, {
        hint: `Share it first: throughline scope set ${type} ${request.key} public`,
      });
    await writeEntryMeta(project.files, project.root, area, {
      file,
      verified_at: project.runtime.now().toISOString(),
      ...(request.owner === undefined ? {} : { owner: request.owner }),
      ...(request.paths === undefined ? {} : { paths: request.paths }),
    });
    return (await readEntryMeta(project.files, project.root, area))(file);
  });
}
