import { sha256 } from "../../base/sha256.js";
import type { SqlSession } from "../../engine/sql.js";
import { deleteRows, insertNew, selectNumber, updateRows } from "../rows.js";
import type { DocumentIndex } from "../search/search-index.js";
import { recordWriter } from "./record-writer.js";

/** Removes a session and everything derived from it. */
export async function removeSession(documents: DocumentIndex, session: SqlSession, tenant: string, id: string) {
  const writer = recordWriter(session, tenant, documents.within(session));
  const exchanges = await writer.removeOthers(id, new Set());
  await writer.flush();
  const total = "SELECT sum(events) AS n FROM session_chunks WHERE tenant = ? AND session_id = ?";
  const events = await selectNumber(session, total, [tenant, id]);
  for (const table of ["session_chunks", "session_blob_uses", "injections", "distilled_sessions"])
    await deleteRows(session, table, { tenant, session_id: id });
  // The reader's state contains text of an unfinished exchange.
  await updateRows(session, "transcripts", { tenant, session_id: id }, { state: "" });
  await deleteRows(session, "sessions", { tenant, id });
  await hideHandedFixes(session, tenant);
  await deleteRows(session, "session_blobs", { tenant, [isUnused]: true });
  return { exchanges, events };
}

const isUnused = `NOT EXISTS
  (SELECT 1 FROM session_blob_uses u WHERE u.tenant = session_blobs.tenant AND u.hash = session_blobs.hash)`;

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
  for (const { project, fingerprint } of rows) {
    const hidden = { tenant, project, fingerprint: hiddenFingerprint(fingerprint), session_id: "" };
    await insertNew(session, "handed_fixes", hidden);
  }
}
