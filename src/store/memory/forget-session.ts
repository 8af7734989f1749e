import type { Sql, SqlSession } from "../../engine/sql.js";
import { deleteIds, deleteRows } from "../rows.js";
import type { DocumentIndex } from "../search/search-index.js";
import type { SearchWriter } from "../search/search-writer.js";
import { checkpointDocumentId } from "./checkpoint-store.js";
import { type Evidence, memoryTable } from "./memory.js";
import { memoryDocumentId } from "./memory-store.js";
import { remediationDocumentId } from "./remediation-store.js";

/** Author of records derived from sessions automatically. */
export const archiveAuthor = "archive";
/** Begins the author of lessons that a model distilled. */
export const distillerAuthor = "distiller:";

/** Author of what a person said to an agent and a hook recorded. */
export const personAuthor = "person";

/** The evidence of a memory derived from a session. */
export const sessionEvidence = (sessionId: string): string => `session ${sessionId}`;

/** The session that such evidence names; undefined for evidence of another kind. */
export const sessionOfEvidence = ({ from = "" }: Evidence): string | undefined => /^session (\S+)$/.exec(from)?.[1];

/** Removes records derived from forgotten sessions, candidate fixes and memories, and the states that were saved of them. */
export const forgetSessions = (sql: Sql, documents: DocumentIndex, tenant: string, sessionIds: readonly string[]) =>
  sql.transaction(async (session) => {
    const writer = documents.within(session);
    for (const id of sessionIds) {
      const fixes = await deleteIds(session, "remediations", { tenant, session_id: id, author: archiveAuthor });
      const checkpoints = await deleteIds(session, "checkpoints", { tenant, session_id: id });
      const removed = [...fixes.map(remediationDocumentId), ...checkpoints.map(checkpointDocumentId)];
      await writer.remove(tenant, removed);
      await forgetMemories(session, writer, tenant, id);
    }
  });

/** Memories that no other session stated and no one else wrote; others lose what they quote of the session. */
async function forgetMemories(session: SqlSession, documents: SearchWriter, tenant: string, sessionId: string) {
  const source = sessionEvidence(sessionId);
  const memories = await memoryTable.select(session, { tenant, "evidence LIKE ?": `%${source}"%` });
  for (const { id, author, evidence } of memories) {
    if (isDerived(author) && evidence.every(({ from }) => from === source)) {
      await deleteRows(session, "memories", { tenant, id });
      await documents.remove(tenant, [memoryDocumentId(id)]);
      continue;
    }
    const kept = evidence.map(({ quote, ...one }) =>
      one.from === source || quote === undefined ? one : { ...one, quote },
    );
    await memoryTable.update(session, { tenant, id }, { evidence: kept });
  }
}

/** Whether a hook or a model wrote it from a session. */
const isDerived = (author: string): boolean =>
  author === archiveAuthor || author === personAuthor || author.startsWith(distillerAuthor);
