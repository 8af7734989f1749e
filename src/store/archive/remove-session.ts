import { sha256 } from "../../base/sha256.js";
import type { SqlSession } from "../../engine/sql.js";
import type { SearchIndex } from "../search/search-index.js";
import { recordWriter } from "./record-writer.js";

/** Removes a session and everything derived from it. */
export async function removeSession(
  documents: Pick<SearchIndex, "within">,
  session: SqlSession,
  tenant: string,
  id: string,
): Promise<{ exchanges: number; events: number }> {
  const writer = recordWriter(session, tenant, documents.within(session));
  const exchanges = await writer.removeOthers(id, new Set());
  await writer.flush();
  const [total] = await session.all<{ n: number | null }>(
    "SELECT sum(events) AS n FROM session_chunks WHERE tenant = ? AND session_id = ?",
    [tenant, id],
  );
  for (const table of ["session_chunks", "session_blob_uses", "injections", "distilled_sessions"]) {
    await session.run(`DELETE FROM ${table} WHERE tenant = ? AND session_id = ?`, [tenant, id]);
  }
  // The reader's state contains text of an unfinished exchange.
  await session.run("UPDATE transcripts SET state = '' WHERE tenant = ? AND session_id = ?", [tenant, id]);
  await session.run("DELETE FROM sessions WHERE tenant = ? AND id = ?", [tenant, id]);
  await hideHandedFixes(session, tenant);
  await session.run(
    `DELETE FROM session_blobs WHERE tenant = ? AND NOT EXISTS
     (SELECT 1 FROM session_blob_uses u WHERE u.tenant = session_blobs.tenant AND u.hash = session_blobs.hash)`,
    [tenant],
  );
  return { exchanges, events: Number(total?.n ?? 0) };
}

/** What stands for the error of a removed session: it must not be promoted again, and its words must not stay. */
export const hiddenFingerprint = (fingerprint: string): string => `sha256:${sha256(fingerprint)}`;

/** Of every session that is gone: earlier versions left theirs. */
async function hideHandedFixes(session: SqlSession, tenant: string): Promise<void> {
  const rows = await session.all<{ project: string; fingerprint: string }>(
    `DELETE FROM handed_fixes WHERE tenant = ? AND session_id <> '' AND NOT EXISTS
     (SELECT 1 FROM sessions s WHERE s.tenant = handed_fixes.tenant AND s.id = handed_fixes.session_id)
     RETURNING project, fingerprint`,
    [tenant],
  );
  for (const { project, fingerprint } of rows)
    await session.run(
      `INSERT INTO handed_fixes (tenant, project, fingerprint, session_id) VALUES (?, ?, ?, '')
       ON CONFLICT (tenant, project, fingerprint) DO NOTHING`,
      [tenant, project, hiddenFingerprint(fingerprint)],
    );
}
