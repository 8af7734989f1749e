import { AppError } from "../../base/errors.js";
import { sha256 } from "../../base/sha256.js";
import { readEntryMeta } from "../../store/context/author-map.js";
import { areaNames, areas } from "../../store/context/context-layout.js";
import { removePrivate } from "../redaction/remove-private.js";
import { type ContextEntry, publicEntries } from "./all-entries.js";
import { type EntryType, locateEntry } from "./change-scope.js";
import { changedSince } from "./entry-facts.js";
import type { ProjectContext } from "./project-context.js";
import { openStoreRepository } from "./sync/store-repository.js";

type Redact = (text: string) => string;

/**
 * Results by the digest of a text, so that no text stays in memory: the inbox is counted again after every change, and
 * most shared files stay as they are.
 */
const results = new WeakMap<Redact, Map<string, boolean>>();
const maxTexts = 2000;

/** Whether a text contains a secret. `redact` must always give the same result for a text. */
export function hasSecret(redact: Redact, text: string): boolean {
  const known = results.get(redact) ?? new Map<string, boolean>();
  results.set(redact, known);
  const digest = sha256(text);
  const result = known.get(digest) ?? redact(text) !== removePrivate(text);
  if (known.size >= maxTexts) known.clear();
  known.set(digest, result);
  return result;
}

/** A shared entry that a person should look at. */
export interface EntryToReview {
  readonly type: EntryType;
  readonly key: string;
  readonly title: string;
  readonly content: string;
  /** Paths that it is about and that changed since it was verified. */
  readonly stale: readonly string[];
  readonly hasSecret: boolean;
}

/** Shared entries that may be out of date or contain a secret, which was then written past the product. */
export async function listEntriesToReview(project: ProjectContext): Promise<EntryToReview[]> {
  const entries = await publicEntries(project);
  const metas = new Map(
    await Promise.all(
      areaNames.map(async (area) => [area, await readEntryMeta(project.files, project.root, area)] as const),
    ),
  );
  const metaOf = ({ area, file }: ContextEntry) => metas.get(area)?.(file);
  // Most stores have no paths to compare, so git is not asked.
  const hasPaths = entries.some((entry) => (metaOf(entry)?.paths ?? []).length > 0);
  const store = hasPaths ? await openStoreRepository(project).catch(() => undefined) : undefined;
  const checked = await Promise.all(
    entries.map(async (entry) => {
      const meta = metaOf(entry);
      const { type, key, title, content } = entry;
      return {
        type,
        key,
        content,
        title,
        stale: store && meta ? await changedSince(store, meta) : [],
        hasSecret: hasSecret(project.redact, content),
      };
    }),
  );
  return checked.filter(({ stale, hasSecret }) => stale.length > 0 || hasSecret);
}

/** Replaces the secrets in a shared entry. Git's history still has them. */
export async function redactEntry(project: ProjectContext, type: EntryType, key: string): Promise<void> {
  await project.change(async () => {
    const { area, file } = await locateEntry(project, type, key);
    const path = (await project.scopes.read()).locate(`${areas[area]}/${file}`);
    const text = await project.files.readPlain(path);
    if (text === undefined) throw new AppError("missing", `${key} has no file.`);
    await project.files.write(path, project.redact(text));
  });
}
