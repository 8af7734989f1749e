import { AppError } from "../../base/errors.js";
import { isObject, parseJson } from "../../base/json.js";
import type { Platform } from "../../base/platform.js";
import type { FileTree } from "../../engine/file-tree.js";
import type { ForeignDatabases } from "../../engine/transcript-files.js";
import type { Outcome } from "../../store/memory/memory.js";

/** One thing that another system kept, in our words. */
export type Imported =
  | {
      readonly kind: "memory";
      /** Empty when the other system knows no projects. */
      readonly project: string;
      readonly title: string;
      readonly content: string;
      readonly outcome: Outcome;
      readonly tags: readonly string[];
      /** Where the other system kept it. */
      readonly from?: string;
    }
  | {
      readonly kind: "project";
      readonly name: string;
      readonly description: string;
      readonly repositories: readonly { readonly name: string; readonly path: string; readonly description: string }[];
    };

/** What could be read, and what could not. */
export interface Reading {
  readonly items: readonly Imported[];
  readonly junk: readonly { readonly where: string; readonly why: string }[];
}

/** What a reader reads with. */
export interface Sources {
  readonly tree: FileTree;
  readonly databases: ForeignDatabases;
}

/** Understands what one other system keeps. */
export interface Reader {
  /** What is typed after `migrate-from`. */
  readonly system: string;
  readonly name: string;
  /** Where the system keeps its things unless told: the first that can be read. None when a person must say. */
  usualPaths(platform: Platform): readonly string[];
  read(path: string, sources: Sources): Promise<Reading>;
}

const maxBytes = 200 * 1024 * 1024;

export interface NamedText {
  readonly file: string;
  readonly text: string;
}

/** The texts at or below a path whose names end so. */
export async function readTexts(path: string, ending: RegExp, { tree }: Sources): Promise<NamedText[]> {
  const texts: NamedText[] = [];
  for await (const file of tree.files(path)) {
    if (!ending.test(file.replaceAll("\\", "/"))) continue;
    const text = await tree.text(file, maxBytes);
    if (text !== undefined) texts.push({ file, text });
  }
  return texts;
}

/** The rows of a table in another program's database; none when it has no such table. */
export async function readTable(path: string, table: string, { databases }: Sources): Promise<Fields[]> {
  const tables = await databases.all(path, "SELECT name FROM sqlite_master WHERE type = 'table'");
  if (tables.length === 0) {
    throw new AppError("invalid", `${path} cannot be read as an SQLite database.`, { hint: "Name another file." });
  }
  return tables.some(({ name }) => name === table) ? databases.all(path, `SELECT * FROM "${table}"`) : [];
}

export type Fields = Readonly<Record<string, unknown>>;

/** The first of the named fields that holds text. */
export const textOf = (fields: Fields, ...names: readonly string[]): string => {
  const found = names.map((name) => fields[name]).find((value) => typeof value === "string" && value.trim() !== "");
  return typeof found === "string" ? found.trim() : "";
};

/** A list of texts, given as a list or as JSON of one. */
export function wordsOf(value: unknown): string[] {
  const list = typeof value === "string" && value.startsWith("[") ? parseJson(value) : value;
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === "string" && one !== "") : [];
}

/** The fields in a list of a JSON document: the document itself, or the first of the named members that is a list. */
export function listIn(value: unknown, ...names: readonly string[]): Fields[] {
  const list = Array.isArray(value) ? value : names.map((name) => isObject(value) && value[name]).find(Array.isArray);
  return Array.isArray(list) ? list.filter(isObject) : [];
}

export const joinReadings = (readings: readonly Reading[]): Reading => ({
  items: readings.flatMap(({ items }) => items),
  junk: readings.flatMap(({ junk }) => junk),
});
