import { isObject } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import { type Area, inStore, storePath } from "./context-layout.js";
import { jsonText, readJsonFile, readJsonOr, textIn, textsIn } from "./json-file.js";

export type AuthorMap = (file: string) => string;

/** Metadata of an entry. */
export interface EntryMeta {
  readonly author: string;
  /** The person responsible for it. */
  readonly owner: string;
  /** When a person last confirmed it. */
  readonly verified_at: string;
  /** Files or folders of the repository that it is about. */
  readonly paths: readonly string[];
}

export async function readEntryMeta(files: Files, root: string, area: Area): Promise<(file: string) => EntryMeta> {
  const map = await readJsonOr(files, storePath(root, inStore.authors(area)));
  return (file) => {
    const value = map[file];
    const entry = isObject(value) ? value : {};
    return {
      author: textIn(entry, "author"),
      owner: textIn(entry, "owner"),
      verified_at: textIn(entry, "verified_at"),
      paths: textsIn(entry, "paths"),
    };
  };
}

/** Changes the metadata of a public entry; other fields stay. */
export async function writeEntryMeta(
  files: Files,
  root: string,
  area: Area,
  { file, ...changes }: { file: string } & Partial<EntryMeta>,
): Promise<void> {
  const path = storePath(root, inStore.authors(area));
  const map = await readJsonOr(files, path);
  const entry = map[file];
  const next = { ...map, [file]: { ...(isObject(entry) ? entry : {}), ...changes } };
  const sorted = Object.entries(next).sort(([a], [b]) => (a < b ? -1 : 1));
  await files.write(path, jsonText(Object.fromEntries(sorted)));
}

export async function readAuthors(files: Files, root: string, area: Area): Promise<AuthorMap> {
  const map = await readJsonOr(files, storePath(root, inStore.authors(area)));
  return (file) => {
    const entry = map[file];
    return isObject(entry) ? textIn(entry, "author") : "";
  };
}

/**
 * Sets the author of a file, or removes it. The map is shared, so it must not contain files that are not public: their
 * names would be shared.
 */
export async function writeAuthor(
  files: Files,
  root: string,
  area: Area,
  { file, author }: { file: string; author: string | undefined },
): Promise<void> {
  const path = storePath(root, inStore.authors(area));
  const read = await readJsonFile(files, path);
  // A damaged map is left for a person to repair: it is no reason to reject the write.
  if (read.kind === "damaged" || (read.kind === "absent" && author === undefined)) return;
  const { [file]: previous, ...others } = read.kind === "object" ? read.value : {};
  const entry = author === undefined ? {} : { [file]: { ...(isObject(previous) ? previous : {}), author } };
  if (author === undefined ? previous === undefined : isObject(previous) && previous.author === author) return;
  const sorted = Object.entries({ ...others, ...entry }).sort(([a], [b]) => (a < b ? -1 : 1));
  await files.write(path, jsonText(Object.fromEntries(sorted)));
}
