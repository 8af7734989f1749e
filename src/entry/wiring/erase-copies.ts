import { join } from "node:path";
import { withoutWords, wordsOf } from "../../domain/receipts/receipts.js";
import type { Files } from "../../engine/files.js";
import { briefFilesIn } from "../../store/archive/brief-files.js";
import { dropEmptyCounts } from "../../store/record-counts.js";
import type { Foundation } from "./foundation.js";

type Deps = Pick<Foundation, "receipts" | "automaticBackups" | "engines" | "files" | "sql">;

/** What was deleted: records by their texts, and whole sessions. */
export interface DeletedTexts {
  readonly texts: readonly string[];
  readonly sessions?: readonly string[];
}

/** Rows that repeat texts of other records. Losing them costs little: a session may be given the same line again. */
const copyRows = [
  "DELETE FROM injections WHERE tenant = ?",
  "UPDATE answered_requests SET answer = '' WHERE tenant = ?",
];

/** The one list of places that may repeat a deleted text. `test/e2e/forgotten-words.test.ts` plants a word in each. */
export const removeCopiesIn =
  ({ receipts, automaticBackups, engines, files, sql }: Deps) =>
  async (tenant: string, deleted: DeletedTexts): Promise<void> => {
    await receipts.remove(deleted);
    for (const text of copyRows) await sql.run(text, [tenant]);
    await dropEmptyCounts(sql, tenant);
    await automaticBackups.removeAll();
    await briefFilesIn(engines.home, files).clear();
    await cleanLogs(engines.home.logs, files, deleted.texts);
  };

/** An error in a log may quote the text that caused it. */
async function cleanLogs(folder: string, files: Files, texts: readonly string[]): Promise<void> {
  const words = new Set(texts.flatMap(wordsOf));
  for (const name of await files.list(folder)) {
    const path = join(folder, name);
    const text = (await files.read(path)) ?? "";
    const kept = withoutWords(text, words);
    if (kept !== text) await files.write(path, kept, { private: true });
  }
}

/** The same, and then the bytes that deleted rows left in the database. */
export const eraseCopiesIn = (deps: Deps) => {
  const removeCopies = removeCopiesIn(deps);
  return async (tenant: string, texts: readonly string[]): Promise<void> => {
    await removeCopies(tenant, { texts });
    await deps.sql.eraseDeleted();
  };
};
