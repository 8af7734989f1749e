import { AppError } from "../../base/errors.js";
import type { DatabaseFiles } from "../database-files.js";

/** A database on a server is nobody's file. */
export const postgresFiles: DatabaseFiles = { inspect: refuse, copy: refuse, setAside: refuse };

async function refuse(): Promise<never> {
  throw new AppError("invalid", "The database is on a PostgreSQL server, which brings back its own backups.", {
    hint: "Use `pg_restore`; docs/guides/team-service-database.md has more.",
  });
}
