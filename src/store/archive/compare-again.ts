import type { SqlSession } from "../../engine/sql.js";

/** What was said after a statement that is new, or may hold again, may end it: a model compares it again. */
export async function compareAgain(session: SqlSession, tenant: string, project: string, after: string): Promise<void> {
  await session.run(
    `UPDATE findings SET compared = NULL
     WHERE tenant = ? AND kind = 'statement' AND project = ? AND at > ? AND compared IS NOT NULL`,
    [tenant, project, after],
  );
}
