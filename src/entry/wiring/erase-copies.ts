import { join } from "node:path";
import type { CommandApp } from "../../domain/command-app.js";
import { withoutWords, wordsOf } from "../../domain/receipts/receipts.js";
import type { Files } from "../../engine/files.js";
import type { Sql } from "../../engine/sql.js";
import { briefFilesIn } from "../../store/archive/brief-files.js";
import { dropEmptyCounts } from "../../store/record-counts.js";

interface Deps extends Pick<CommandApp, "home" | "receipts" | "automaticBackups"> {
  readonly files: Files;
  readonly sql: Sql;
}

/** What was deleted: records by their texts, and whole sessions. */
interface DeletedTexts {
  readonly texts: readonly string[];
  readonly sessions?: readonly string[];
}

/** Rows that repeat texts of other records. Losing them costs little: a session may be given the same line again. */
const copyRows = [
  "DELETE FROM injections WHERE tenant = ?",
  "UPDATE answered_requests SET answer = '' WHERE tenant = ?",
];

export function copyErasers({ home, receipts, automaticBackups, files, sql }: Deps) {
  /** The one list of places that may repeat a deleted text. `test/e2e/forgotten-words.test.ts` plants a word in each. */
  const removeCopies = async (tenant: string, deleted: DeletedTexts): Promise<void> => {
    await receipts.remove(deleted);
    for (const text of copyRows) await sql.run(text, [tenant]);
    await dropEmptyCounts(sql, tenant);
    await automaticBackups.removeAll();
    await briefFilesIn(home, files).clear();
    await cleanLogs(home.logs, files, deleted.texts);
  };
  return {
    removeCopies,
    /** The same, and then the bytes that deleted rows left in the database. */
    async eraseCopies(tenant: string, texts: readonly string[]): Promise<void> {
      await removeCopies(tenant, { texts });
      await sql.eraseDeleted();
    },
  };
}

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
