import { AppError } from "../../base/errors.js";
import { isObject, parseJson } from "../../base/json.js";
import type { Platform } from "../../base/platform.js";
import type { FileTree } from "../../engine/file-tree.js";
import type { ForeignDatabases } from "../../engine/transcript-files.js";
import type { Outcome } from "../../store/memory/memory.js";
import { titleFrom } from "../memory/lesson.js";

/** One record of another system, converted, or why it cannot be imported. */
export type ImportedRecord =
  | {
      readonly kind: "memory";
      /** Empty if the other system has no projects. */
      readonly project: string;
      readonly title: string;
      readonly content: string;
      readonly outcome: Outcome;
      readonly tags: readonly string[];
      /** Its location in the other system. */
      readonly from?: string;
    }
  | {
      readonly kind: "project";
      readonly name: string;
      readonly description: string;
      readonly repositories: readonly { readonly name: string; readonly path: string; readonly description: string }[];
    }
  | { readonly kind: "junk"; readonly where: string; readonly why: string };

export const junk = (where: string, why: string): ImportedRecord => ({ kind: "junk", where, why });

/** Access to files and databases. */
export interface Sources {
  readonly tree: FileTree;
  readonly databases: ForeignDatabases;
}

/** Reads the records of one other system. */
export interface Reader {
  /** Argument of `migrate-from`. */
  readonly system: string;
  readonly name: string;
  /** Default locations; the first readable one is used. Empty if a person must pass one. */
  defaultPaths(platform: Platform): readonly string[];
  read(path: string, sources: Sources): Promise<readonly ImportedRecord[]>;
}

const maxBytes = 200 * 1024 * 1024;

/** Files at or under a path whose names match `ending`. */
export async function* textsIn(path: string, ending: RegExp, { tree }: Sources) {
  for await (const file of tree.files(path)) {
    const text = ending.test(file.replaceAll("\\", "/")) ? await tree.text(file, maxBytes) : undefined;
    if (text !== undefined) yield { file, text };
  }
}

/** The records of such files, each with the file that it is from. */
export async function readFiles(
  path: string,
  ending: RegExp,
  sources: Sources,
  read: (text: string, file: string) => readonly ImportedRecord[],
): Promise<ImportedRecord[]> {
  const records: ImportedRecord[] = [];
  for await (const { file, text } of textsIn(path, ending, sources))
    records.push(...read(text, file).map((one) => (one.kind === "memory" ? { ...one, from: file } : one)));
  return records;
}

/** The rows of a table in another program's database; empty if it has no such table. */
export async function readTable(path: string, table: string, { databases }: Sources): Promise<Fields[]> {
  const tables = await databases.all(path, "SELECT name FROM sqlite_master WHERE type = 'table'");
  if (tables.length === 0) {
    throw new AppError("invalid", `${path} cannot be read as an SQLite database.`, { hint: "Pass another file." });
  }
  return tables.some(({ name }) => name === table) ? databases.all(path, `SELECT * FROM "${table}"`) : [];
}

export type Fields = Readonly<Record<string, unknown>>;

/** The first of the named fields that holds text. */
export const textOf = (fields: Fields, ...names: readonly string[]): string => {
  const text = names.map((name) => fields[name]).find((value) => typeof value === "string" && value.trim() !== "");
  return typeof text === "string" ? text.trim() : "";
};

/** A list of strings, as an array or as JSON text. */
export function stringsOf(value: unknown): string[] {
  const list = typeof value === "string" && value.startsWith("[") ? parseJson(value) : value;
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === "string" && one !== "") : [];
}

/** The same as points of a list. */
export const pointsOf = (value: unknown): string[] => stringsOf(value).map((one) => `- ${one}`);

/** The fields in a list of a JSON document: the document itself, or the first of the named members that is a list. */
export function listIn(value: unknown, ...names: readonly string[]): Fields[] {
  const list = Array.isArray(value) ? value : names.map((name) => isObject(value) && value[name]).find(Array.isArray);
  return Array.isArray(list) ? list.filter(isObject) : [];
}

interface Parts {
  readonly project?: string;
  /** Empty: the beginning of the text. */
  readonly title: string;
  readonly parts: readonly string[];
  /** Between the parts. */
  readonly separator?: "\n" | "\n\n";
  readonly outcome?: Outcome;
  readonly tags: readonly string[];
  readonly from?: string;
}

/** A memory; empty parts and tags are left out. */
export function memoryOf({ project = "", title, parts, separator = "\n\n", tags, ...rest }: Parts): ImportedRecord {
  const content = parts.filter((part) => part !== "").join(separator);
  const named = { kind: "memory", project, title: title || titleFrom(content), content, outcome: "success" } as const;
  return { ...named, tags: tags.filter((tag) => tag !== ""), ...rest };
}
