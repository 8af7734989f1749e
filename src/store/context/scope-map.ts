import { AppError } from "../../base/errors.js";
import type { Files } from "../../engine/files.js";
import { type Area, inStore, storePath } from "./context-layout.js";
import { jsonText, readJsonFile } from "./json-file.js";
import { type Scope, scopes } from "./scope.js";

/** Scopes of an area's files, by the real file's name; a file that is not listed is public. */
export interface ScopeMap {
  /** False when the file cannot be read as a map: then nothing counts as public. */
  readonly isSound: boolean;
  of(file: string): Scope;
  readonly listed: ReadonlyMap<string, Scope>;
}

export async function readScopeMap(files: Files, root: string, area: Area): Promise<ScopeMap> {
  const read = await readJsonFile(files, storePath(root, inStore.scopes(area)));
  if (read.kind === "damaged") return { isSound: false, of: () => "private", listed: new Map() };
  const entries = read.kind === "object" ? Object.entries(read.value) : [];
  const listed = new Map(entries.map(([file, scope]) => [file, known(scope)]));
  return { isSound: true, of: (file) => listed.get(file) ?? "public", listed };
}

/** A word we do not know was meant to keep something back. */
const known = (value: unknown): Scope => scopes.find((scope) => scope === value) ?? "private";

/** Sets scopes, public ones by taking them off the list. Refuses to write over a map it could not read. */
export async function writeScopes(
  files: Files,
  root: string,
  area: Area,
  changes: ReadonlyMap<string, Scope>,
): Promise<void> {
  const path = storePath(root, inStore.scopes(area));
  const { isSound, listed } = await readScopeMap(files, root, area);
  if (!isSound) throw damagedMap(inStore.scopes(area));
  const next = new Map([...listed, ...changes]);
  const kept = [...next].filter(([, scope]) => scope !== "public").sort(([a], [b]) => (a < b ? -1 : 1));
  if (sameEntries(kept, [...listed])) return;
  await files.write(path, exactly(jsonText(Object.fromEntries(kept))));
}

/** Bytes pass redaction untouched: a file's name that looks like a secret must stay the name of that file. */
export const exactly = (text: string): Uint8Array => Buffer.from(text);

const sameEntries = (a: readonly [string, Scope][], b: readonly [string, Scope][]) =>
  JSON.stringify(a) === JSON.stringify(b);

export const damagedMap = (path: string) =>
  new AppError("conflict", `${path} is damaged, so it is unknown what is private. Nothing was written.`, {
    hint: "Repair the file: it is JSON of file names and scopes. Until then every entry is treated as private.",
  });
