import type { Sql } from "../../engine/sql.js";
import type { SearchIndex } from "../search/search-index.js";

/** Who recorded what was drawn from sessions without anybody's doing. */
export const archiveAuthor = "archive";

/** Removes what was kept of forgotten sessions on its own: candidates for fixes, and states before compaction. */
export function forgetSessions(
  sql: Sql,
  documents: Pick<SearchIndex, "within">,
  tenant: string,
  sessionIds: readonly string[],
): Promise<void> {
  return sql.transaction(async (session) => {
    for (const id of sessionIds) {
      const rows = await session.all<{ id: string }>(
        "DELETE FROM remediations WHERE tenant = ? AND session_id = ? AND author = ? RETURNING id",
        [tenant, id, archiveAuthor],
      );
      await documents.within(session).remove(
        tenant,
        rows.map((row) => `remediation/${row.id}`),
      );
      await session.run(
        `DELETE FROM checkpoints WHERE tenant = ? AND session_id = ? AND auto_created = 1
         AND description = 'Saved before compaction'`,
        [tenant, id],
      );
    }
  });
}
