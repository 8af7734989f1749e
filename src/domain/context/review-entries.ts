import { AppError } from "../../base/errors.js";
import { sha256 } from "../../base/sha256.js";
import { removePrivate } from "../redaction/remove-private.js";
import { type EntryType, locateEntry, publicEntries } from "./entries.js";
import { changedSince, readMetas } from "./entry-facts.js";
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
export type EntryToReview = Awaited<ReturnType<typeof listEntriesToReview>>[number];

/** Shared entries that may be out of date or contain a secret, which was then written past the product. */
export async function listEntriesToReview(project: ProjectContext) {
  const metaOf = await readMetas(project);
  const entries = (await publicEntries(project)).map((entry) => ({ ...entry, meta: metaOf(entry) }));
  // Most stores have no paths to compare, so git is not asked.
  const hasPaths = entries.some(({ meta }) => meta.paths.length > 0);
  const store = hasPaths ? await openStoreRepository(project).catch(() => undefined) : undefined;
  const checked = entries.map(async ({ type, key, title, content, meta }) => ({
    type,
    key,
    title,
    content,
    stale: store ? await changedSince(store, meta) : [],
    hasSecret: hasSecret(project.redact, content),
  }));
  return (await Promise.all(checked)).filter(({ stale, hasSecret }) => stale.length > 0 || hasSecret);
}

/** Replaces the secrets in a shared entry. Git's history still has them. */
export async function redactEntry(project: ProjectContext, type: EntryType, key: string): Promise<void> {
  await project.change(async () => {
    const entry = await locateEntry(project, type, key);
    const path = (await project.scopes.read()).locate(entry.path);
    const text = await project.files.readPlain(path);
    if (text === undefined) throw new AppError("missing", `${key} has no file.`);
    await project.files.write(path, project.redact(text));
  });
}
