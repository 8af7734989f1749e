import { isObject, parseJson } from "../../../base/json.js";
import {
  type ImportedRecord,
  joinResults,
  type NamedText,
  type Reader,
  type ReaderResult,
  readTexts,
} from "../reader.js";

/** One record of an export: something to import, or why not. */
export type ExportRecord = ImportedRecord | { readonly kind: "junk"; readonly where: string; readonly why: string };

/** Finds and converts the records of a document. Undefined if it is not an export of that system. */
export type ReadDocument = (document: unknown) => readonly ExportRecord[] | undefined;

/** Reader of a JSON or JSONL export: systems differ only in the names of lists and fields. */
export const jsonExport = (
  system: string,
  name: string,
  read: ReadDocument,
  defaultPaths: Reader["defaultPaths"] = () => [],
): Reader => ({
  system,
  name,
  defaultPaths,
  async read(path, sources) {
    const texts = await readTexts(path, /\.jsonl?$/, sources);
    return joinResults(texts.map((text) => readExport(text, read)));
  },
});

function readExport({ file, text }: NamedText, read: ReadDocument): ReaderResult {
  const document = parseJson(text);
  if (document !== undefined) {
    const exportRecords = read(document);
    return exportRecords
      ? toReaderResult(exportRecords, file)
      : { items: [], junk: [{ where: file, why: "no list of records" }] };
  }
  const values = text
    .split("\n")
    .map((line, i) => ({ line, where: `${file}:${i + 1}` }))
    .filter(({ line }) => line.trim() !== "")
    .map(({ line, where }) => ({ where, value: parseJson(line) }));
  const records = values.map(({ value }) => value).filter(isObject);
  const junk = values.filter(({ value }) => !isObject(value)).map(({ where }) => ({ where, why: "not a JSON object" }));
  return joinResults([toReaderResult(read(records) ?? [], file), { items: [], junk }]);
}

function toReaderResult(exportRecords: readonly ExportRecord[], file: string): ReaderResult {
  return {
    items: exportRecords.flatMap((one) =>
      one.kind === "junk" ? [] : [one.kind === "memory" ? { ...one, from: file } : one],
    ),
    junk: exportRecords.flatMap((one) => (one.kind === "junk" ? [{ where: one.where, why: one.why }] : [])),
  };
}

export const junk = (where: string, why: string): ExportRecord => ({ kind: "junk", where, why });
