import type { Sql, SqlRow } from "../../engine/sql.js";
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

export function openHandedFixStore(sql: Sql) {
  return {
    async due(tenant: string, limit: number): Promise<PendingFix[]> {
      const rows = await sql.all<Row>(
        `SELECT f.session_id AS session_id, f.exchange_key AS exchange_key, f.at AS at, f.body AS body,
                f.project AS project, s.folder AS folder
         FROM findings f JOIN sessions s ON s.tenant = f.tenant AND s.id = f.session_id
         LEFT JOIN handed_fixes h ON h.tenant = f.tenant AND h.project = f.project AND h.fingerprint = f.label
         WHERE f.tenant = ? AND f.kind = 'remediation' AND h.fingerprint IS NULL ORDER BY f.at DESC LIMIT ?`,
        [tenant, limit],
      );
      return rows.map(toPendingFix);
    },

    /** False when another process was faster, or a session with this error was deleted. */
    async mark(tenant: string, { fix, project }: PendingFix): Promise<boolean> {
      const added = await sql.run(
        `INSERT INTO handed_fixes (tenant, project, fingerprint, session_id) VALUES (?, ?, ?, ?)
         ON CONFLICT (tenant, project, fingerprint) DO NOTHING`,
        [tenant, project, fix.fingerprint, fix.sessionId],
      );
      const [hidden] = await sql.all(
        "SELECT 1 AS one FROM handed_fixes WHERE tenant = ? AND project = ? AND fingerprint = ?",
        [tenant, project, hiddenFingerprint(fix.fingerprint)],
      );
      return added > 0 && hidden === undefined;
    },
  };
}

interface Row extends SqlRow {
  readonly session_id: string;
  readonly exchange_key: string;
  readonly at: string;
  readonly body: string;
  readonly project: string;
  readonly folder: string;
}

const toPendingFix = ({ session_id, exchange_key, at, body, project, folder }: Row): PendingFix => ({
  fix: { ...(JSON.parse(body) as Remediation), sessionId: session_id, exchangeKey: exchange_key, at },
  project,
  folder,
});
