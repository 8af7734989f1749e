import { join } from "node:path";
import { isObject } from "../../base/json.js";
import { sha256 } from "../../base/sha256.js";
import { conflictSides } from "../../base/text/conflict-sides.js";
import type { Files } from "../../engine/files.js";
import { jsonText, readJsonOr, textsIn } from "./json-file.js";
import type { StoreLocation } from "./private-registry.js";

/**
 * Hashes of the texts that were private at a path. A stash can bring such a text back after a shared entry took the name,
 * and then only its hash says that it must not be shared.
 */
export type PrivateTexts = ReadonlyMap<string, ReadonlySet<string>>;

/** Older versions of one entry are forgotten. */
const maxPerPath = 2000;

const pathOf = ({ commonDir }: StoreLocation) => join(commonDir, "throughline", "private-texts.json");

export async function readPrivateTexts(files: Files, location: StoreLocation): Promise<PrivateTexts> {
  const stored = (await readJsonOr(files, pathOf(location)))[location.folder];
  const paths = isObject(stored) ? stored : {};
  return new Map(Object.keys(paths).map((path) => [path, new Set(textsIn(paths, path))]));
}

/** True also for a side of a conflict: a stash that did not apply cleanly leaves both between markers. */
export function isPrivateText(texts: PrivateTexts, path: string, text: string): boolean {
  const hashes = texts.get(path);
  if (!hashes) return false;
  // git ends a side with a line break, whether its text had one or not.
  const sides = conflictSides(text).flatMap((side) => [side, side.replace(/\r?\n$/, "")]);
  return [text, ...sides].some((version) => hashes.has(sha256(version)));
}

export const recordPrivateText = (files: Files, location: StoreLocation, path: string, text: string): Promise<void> =>
  change(files, location, path, (hashes) => [...hashes.filter((hash) => hash !== sha256(text)), sha256(text)]);

/** The text is shared on purpose. */
export const forgetPrivateText = (files: Files, location: StoreLocation, path: string, text: string): Promise<void> =>
  change(files, location, path, (hashes) => hashes.filter((hash) => hash !== sha256(text)));

async function change(
  files: Files,
  location: StoreLocation,
  path: string,
  update: (hashes: readonly string[]) => readonly string[],
): Promise<void> {
  const stores = await readJsonOr(files, pathOf(location));
  const store = stores[location.folder];
  const paths = isObject(store) ? store : {};
  const hashes = textsIn(paths, path);
  const { [path]: _, ...others } = paths;
  const next = update(hashes).slice(-maxPerPath);
  if (next.length === hashes.length && next.every((hash, i) => hash === hashes[i])) return;
  const updated = next.length > 0 ? { ...others, [path]: next } : others;
  await files.write(pathOf(location), Buffer.from(jsonText({ ...stores, [location.folder]: updated })), {
    private: true,
  });
}
