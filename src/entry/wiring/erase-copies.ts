import { briefFilesIn } from "../../store/archive/brief-files.js";
import type { Foundation } from "./foundation.js";

type Deps = Pick<Foundation, "receipts" | "automaticBackups" | "engines" | "files" | "sql">;

/** Removes what is left of deleted texts: quotes in receipts, prepared briefs, backups, and free pages of the database. */
export const eraseCopiesIn =
  ({ receipts, automaticBackups, engines, files, sql }: Deps) =>
  async (texts: readonly string[]): Promise<void> => {
    await receipts.remove({ texts });
    await automaticBackups.removeAll();
    await briefFilesIn(engines.home, files).clear();
    await sql.eraseDeleted();
  };
