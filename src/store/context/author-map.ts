import { isObject } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import { type Area, inStore, storePath } from "./context-layout.js";
import { jsonText, readJsonFile, readJsonOr, textIn } from "./json-file.js";

export type AuthorMap = (file: string) => string;

export async function readAuthors(files: Files, root: string, area: Area): Promise<AuthorMap> {
  const map = await readJsonOr(files, storePath(root, inStore.authors(area)));
  return (file) => {
    const entry = map[file];
    return isObject(entry) ? textIn(entry, "author") : "";
  };
}

/**
 * Notes who wrote a file, or nobody. The map is shared, so files that are not public have no place in it: their names
 * would travel.
 */
export async function writeAuthor(
  files: Files,
  root: string,
  area: Area,
  { file, author }: { file: string; author: string | undefined },
): Promise<void> {
  const path = storePath(root, inStore.authors(area));
  const read = await readJsonFile(files, path);
  // A damaged map is left to be mended: who wrote what is no reason to refuse the writing.
  if (read.kind === "damaged" || (read.kind === "absent" && author === undefined)) return;
  const { [file]: before, ...others } = read.kind === "object" ? read.value : {};
  const entry = author === undefined ? {} : { [file]: { ...(isObject(before) ? before : {}), author } };
  if (author === undefined ? before === undefined : isObject(before) && before.author === author) return;
  const sorted = Object.entries({ ...others, ...entry }).sort(([a], [b]) => (a < b ? -1 : 1));
  await files.write(path, jsonText(Object.fromEntries(sorted)));
}
