import { AppError } from "../../base/errors.js";
import { guideUrl } from "../../base/guide-url.js";
import type { DatabaseFiles } from "../database-files.js";

/** A database on a server has no file. */
export const postgresFiles: DatabaseFiles = {
  inspect: refuse,
  size: async () => undefined,
  copy: refuse,
  setAside: refuse,
};

async function refuse(): Promise<never> {
  throw new AppError("invalid", "`throughline restore` does not support PostgreSQL.", {
    hint: `Use \`pg_restore\`; see ${guideUrl("team-service-database")}.`,
  });
}
