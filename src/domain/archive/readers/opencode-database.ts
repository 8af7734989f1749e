import type { ForeignDatabases } from "../../../engine/transcript-files.js";
import type { Transcript } from "../../../store/archive/transcript-store.js";
import type { ReadPiece } from "../ingest/read-transcript.js";
import { splitDatabasePath } from "../ingest/transcript-paths.js";

export async function openCodeSessions(databases: ForeignDatabases, database: string) {
  const rows = await databases.all(database, "SELECT id, directory, time_updated FROM session ORDER BY time_updated");
  return rows.map((row) => ({
    id: String(row.id),
    folder: String(row.directory ?? ""),
    updated: Number(row.time_updated),
  }));
}

/** Parts that changed since the last reading; the time of the last part that was read serves as the offset. */
export async function readOpenCode(
  databases: ForeignDatabases,
  { path, readBytes, fingerprint }: Pick<Transcript, "path" | "readBytes" | "fingerprint">,
): Promise<ReadPiece | "missing"> {
  const { database, session } = splitDatabasePath(path);
  const [row] = await databases.all(database, "SELECT * FROM session WHERE id = ?", [session]);
  if (!row) return "missing";
  const parts = await databases.all(
    database,
    `SELECT p.id AS id, p.message_id AS message_id, p.time_created AS time_created, p.time_updated AS time_updated,
            p.data AS data, m.data AS message
     FROM part p JOIN message m ON m.id = p.message_id
     WHERE p.session_id = ? AND p.time_updated > ? ORDER BY p.time_created, p.id`,
    [session, readBytes],
  );
  const last = Math.max(readBytes, ...parts.map((part) => Number(part.time_updated)));
  return {
    lines: [{ ...row, table: "session" }, ...parts.map((part) => ({ ...part, table: "part" }))].map((value, i) => ({
      value,
      position: String(i),
    })),
    ...{ broken: 0, readBytes: last, fingerprint, isNew: false, more: false },
  };
}
