import { isObject, type JsonObject } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import { type Area, inStore, storePath } from "./context-layout.js";
import { asObject, asText, asTexts, jsonRecord, jsonText, readJsonFile, readJsonOr } from "./json-file.js";

const readMeta = jsonRecord({
  author: asText,
  /** The person responsible for it. */
  owner: asText,
  /** When a person last confirmed it. */
  verified_at: asText,
  /** Files or folders of the repository that it is about. */
  paths: asTexts,
});

/** Metadata of an entry. */
export type EntryMeta = ReturnType<typeof readMeta>;

const mapPath = (root: string, area: Area) => storePath(root, inStore.authors(area));

export async function readEntryMeta(files: Files, root: string, area: Area): Promise<(file: string) => EntryMeta> {
  const map = await readJsonOr(files, mapPath(root, area));
  return (file) => readMeta(map[file]);
}

/** Changes the metadata of a public entry; other fields stay. */
export async function writeEntryMeta(
  files: Files,
  root: string,
  area: Area,
  { file, ...changes }: { file: string } & Partial<EntryMeta>,
): Promise<void> {
  const map = await readJsonOr(files, mapPath(root, area));
  await writeMap(files, mapPath(root, area), { ...map, [file]: { ...asObject(map[file]), ...changes } });
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
  const read = await readJsonFile(files, mapPath(root, area));
  // A damaged map is left for a person to repair: it is no reason to reject the write.
  if (read.kind === "damaged" || (read.kind === "absent" && author === undefined)) return;
  const { [file]: previous, ...others } = read.kind === "object" ? read.value : {};
  if (author === undefined ? previous === undefined : isObject(previous) && previous.author === author) return;
  const entry = author === undefined ? {} : { [file]: { ...asObject(previous), author } };
  await writeMap(files, mapPath(root, area), { ...others, ...entry });
}

function writeMap(files: Files, path: string, map: JsonObject): Promise<void> {
  const sorted = Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));
  return files.write(path, jsonText(Object.fromEntries(sorted)));
}
