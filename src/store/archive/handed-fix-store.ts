import type { Sql } from "../../engine/sql.js";
import { insertNew } from "../rows.js";
import type { LocatedFinding, Remediation } from "./exchange.js";
import { hiddenFingerprint } from "./remove-session.js";

/** A fix that was not promoted yet, with its exchange. */
export interface PendingFix {
  readonly fix: LocatedFinding<Remediation>;
  readonly project: string;
  readonly folder: string;
}

/** Which fixes of sessions were promoted to remediations: each error of a project once, even if the remediation is gone. */
export type HandedFixStore = ReturnType<typeof openHandedFixStore>;

export const openHandedFixStore = (sql: Sql) => ({
  async due(tenant: string, limit: number): Promise<PendingFix[]> {
    const rows = await sql.all<Record<"sessionId" | "exchangeKey" | "at" | "body" | "project" | "folder", string>>(
      `SELECT f.session_id AS "sessionId", f.exchange_key AS "exchangeKey", f.at AS at, f.body AS body,
              f.project AS project, s.folder AS folder
       FROM findings f JOIN sessions s ON s.tenant = f.tenant AND s.id = f.session_id
       LEFT JOIN handed_fixes h ON h.tenant = f.tenant AND h.project = f.project AND h.fingerprint = f.label
       WHERE f.tenant = ? AND f.kind = 'remediation' AND h.fingerprint IS NULL ORDER BY f.at DESC LIMIT ?`,
      [tenant, limit],
    );
    return rows.map(({ body, project, folder, ...location }) => ({
      fix: { ...(JSON.parse(body) as Remediation), ...location },
      project,
      folder,
    }));
  },

  /** False when another process was faster, or a session with this error was deleted. */
  async mark(tenant: string, { fix, project }: PendingFix): Promise<boolean> {
    const { fingerprint, sessionId } = fix;
    const isNew = await insertNew(sql, "handed_fixes", { tenant, project, fingerprint, session_id: sessionId });
    const text = "SELECT 1 AS one FROM handed_fixes WHERE tenant = ? AND project = ? AND fingerprint = ?";
    return isNew && (await sql.all(text, [tenant, project, hiddenFingerprint(fingerprint)])).length === 0;
  },
});
