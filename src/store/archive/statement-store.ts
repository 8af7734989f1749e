import type { Sql, SqlRow } from "../../engine/sql.js";
import { compareAgain } from "./compare-again.js";
import { type LocatedFinding, rowKind, type Statement, withReading } from "./exchange.js";

export type LocatedStatement = LocatedFinding<Statement>;

export interface StoredStatement extends LocatedStatement {
  /** Whether it held when it was last compared with the others; undefined before. */
  readonly holds: boolean | undefined;
  /** The session in which a later sentence made it untrue, as a model read both; undefined where none did. */
  readonly replacedBy?: string | undefined;
  /** Whether a model compared it with those before it. */
  readonly isCompared: boolean;
  /** False while a model has yet to read it. */
  readonly isRead: boolean;
  /** What the row is found by: a text that was redacted later no longer has the label of its words. */
  readonly label: string;
}

/** What a model read: a later statement makes an earlier one untrue. */
export interface Replacement {
  readonly old: StoredStatement;
  readonly by: StoredStatement;
}

/** What a model read of a project. */
export interface ReadStatements {
  readonly replaced: readonly Replacement[];
  readonly compared: readonly StoredStatement[];
  /** Others said up to then need not be compared. */
  readonly since: string;
}

/** A sentence that no model has read yet. */
export interface UnreadStatement extends PendingProject {
  readonly sessionId: string;
  readonly exchangeKey: string;
  readonly at: string;
  readonly label: string;
  /** Its number in its exchange. */
  readonly position: number;
  readonly statement: Statement;
}

/** What words and a model make of it. */
export interface JudgedStatement {
  readonly unread: UnreadStatement;
  readonly judgment: Pick<Statement, "about" | "probability" | "isCandidate">;
  /** Words alone would not have made a memory of it: where they did decide, it is handed over again. */
  readonly isNews: boolean;
}

/** A project with statements that have not become memories yet, or were not compared. */
export interface PendingProject {
  readonly project: string;
  /** The folder of its last session. */
  readonly folder: string;
}

/** Statements of sessions, and which of them became memories: each statement of a session once. */
export interface StatementStore {
  /** The last statements of a project, in the order in which they were said. */
  ofProject(tenant: string, project: string, limit: number): Promise<StoredStatement[]>;
  /** The same without those that no longer hold. */
  holding(tenant: string, project: string, limit: number): Promise<StoredStatement[]>;
  /** What the last statements that no longer hold said. */
  outdated(tenant: string, project: string, limit: number): Promise<string[]>;
  /** The newest sentences that a model has yet to read. */
  unread(tenant: string, limit: number): Promise<UnreadStatement[]>;
  hasUnread(tenant: string): Promise<boolean>;
  /** Stores what words and a model make of sentences, unless their words changed meanwhile. */
  setRead(tenant: string, judged: readonly JudgedStatement[]): Promise<void>;
  /** The project of the newest statement that was not compared yet. */
  uncompared(tenant: string): Promise<PendingProject | undefined>;
  /** Stores what was compared and replaced, at once. Of what another process or a deleted session replaced, nothing. */
  setCompared(tenant: string, project: string, read: ReadStatements): Promise<readonly Replacement[]>;
  /** Stores which of them hold; others of the project said up to `since` are no longer given. */
  settle(tenant: string, project: string, changes: readonly StoredStatement[], since: string): Promise<void>;
  /** Projects with statements that did not become memories yet; those that a model has yet to read only if asked for. */
  due(tenant: string, limit: number, options: { readonly includeUnread: boolean }): Promise<PendingProject[]>;
  /** False when it was marked before, by this process or another. */
  mark(tenant: string, project: string, statement: StoredStatement): Promise<boolean>;
}

export function openStatementStore(sql: Sql): StatementStore {
  const list = async (tenant: string, project: string, limit: number, which: string) => {
    const rows = await sql.all<Row>(
      `SELECT session_id, exchange_key, at, position, label, body, holds, replaced_by, compared, unread FROM findings
       WHERE tenant = ? AND kind = 'statement' AND project = ?${which}
       ORDER BY at DESC, position DESC LIMIT ?`,
      [tenant, project, limit],
    );
    return rows.toReversed().map(toStatement);
  };
  return {
    ofProject: (tenant, project, limit) => list(tenant, project, limit, ""),

    holding: (tenant, project, limit) =>
      list(tenant, project, limit, " AND (holds IS NULL OR holds = 1) AND replaced_by IS NULL"),

    outdated: async (tenant, project, limit) =>
      (await list(tenant, project, limit, " AND holds = 0")).map(({ text }) => text),

    async unread(tenant, limit) {
      const rows = await sql.all<Row & PendingProject & { readonly position: number }>(
        `SELECT f.session_id, f.exchange_key, f.at, f.label, f.position, f.body, f.project AS project, s.folder AS folder
         FROM findings f JOIN sessions s ON s.tenant = f.tenant AND s.id = f.session_id
         WHERE f.tenant = ? AND f.unread = 1 ORDER BY f.at DESC LIMIT ?`,
        [tenant, limit],
      );
      return rows.map(({ session_id: sessionId, exchange_key: exchangeKey, body, position, ...row }) => ({
        ...{ sessionId, exchangeKey, position: Number(position), at: row.at, label: row.label },
        ...{ project: row.project, folder: row.folder, statement: JSON.parse(body) as Statement },
      }));
    },

    async hasUnread(tenant) {
      return (await sql.all("SELECT 1 FROM findings WHERE tenant = ? AND unread = 1 LIMIT 1", [tenant])).length > 0;
    },

    setRead: (tenant, judged) =>
      sql.transaction(async (session) => {
        const accepted = new Map<string, string>();
        for (const { unread, judgment, isNews } of judged) {
          const { sessionId, exchangeKey, at, label, position, project } = unread;
          const row = [tenant, sessionId, exchangeKey, position, label];
          const where =
            "tenant = ? AND session_id = ? AND exchange_key = ? AND position = ? AND label = ? AND unread = 1";
          // Another process may have written it again, or redacted it.
          const [found] = await session.all<{ body: string }>(`SELECT body FROM findings WHERE ${where}`, row);
          const current = found && (JSON.parse(found.body) as Statement);
          if (JSON.stringify(current?.scores) !== JSON.stringify(unread.statement.scores) || !current) continue;
          const statement = withReading(current, judgment);
          await session.run(`UPDATE findings SET kind = ?, body = ?, unread = 0 WHERE ${where}`, [
            ...[rowKind(statement), JSON.stringify(statement), ...row],
          ]);
          if (isNews) {
            await session.run("DELETE FROM handed_fixes WHERE tenant = ? AND project = ? AND fingerprint = ?", [
              ...[tenant, project, fingerprintOf({ label, sessionId })],
            ]);
          }
          const isAccepted = current.isCandidate && !statement.isCandidate;
          if (isAccepted && at < (accepted.get(project) ?? "~")) accepted.set(project, at);
        }
        for (const [project, at] of accepted) await compareAgain(session, tenant, project, at);
      }),

    async uncompared(tenant) {
      const [pending] = await sql.all<PendingProject & SqlRow>(
        `SELECT f.project AS project, max(s.folder) AS folder
         FROM findings f JOIN sessions s ON s.tenant = f.tenant AND s.id = f.session_id
         WHERE f.tenant = ? AND f.kind = 'statement' AND f.compared IS NULL AND s.folder <> ''
         GROUP BY f.project ORDER BY max(f.at) DESC, f.project LIMIT 1`,
        [tenant],
      );
      return pending;
    },

    setCompared: (tenant, project, { replaced, compared, since }) =>
      sql.transaction(async (session) => {
        await session.run(
          `UPDATE findings SET compared = 1
           WHERE tenant = ? AND kind = 'statement' AND project = ? AND at <= ? AND compared IS NULL`,
          [tenant, project, since],
        );
        for (const one of compared) {
          await session.run(
            `UPDATE findings SET compared = 1
             WHERE tenant = ? AND session_id = ? AND exchange_key = ? AND kind = 'statement' AND label = ?`,
            [tenant, one.sessionId, one.exchangeKey, one.label],
          );
        }
        const stored: Replacement[] = [];
        for (const one of replaced) {
          const { sessionId } = one.by;
          const count = await session.run(
            `UPDATE findings SET replaced_by = ?
             WHERE tenant = ? AND session_id = ? AND exchange_key = ? AND kind = 'statement' AND label = ?
               AND replaced_by IS NULL AND EXISTS (SELECT 1 FROM sessions s WHERE s.tenant = ? AND s.id = ?)`,
            [sessionId, tenant, one.old.sessionId, one.old.exchangeKey, one.old.label, tenant, sessionId],
          );
          if (count > 0) stored.push(one);
        }
        return stored;
      }),

    settle: (tenant, project, changes, since) =>
      sql.transaction(async (session) => {
        await session.run(
          `UPDATE findings SET holds = 0
           WHERE tenant = ? AND kind = 'statement' AND project = ? AND at <= ? AND (holds IS NULL OR holds = 1)`,
          [tenant, project, since],
        );
        for (const one of changes) {
          await session.run(
            `UPDATE findings SET holds = ?
             WHERE tenant = ? AND session_id = ? AND exchange_key = ? AND kind = 'statement' AND label = ?`,
            [Number(one.holds), tenant, one.sessionId, one.exchangeKey, one.label],
          );
        }
      }),

    due: (tenant, limit, { includeUnread }) =>
      sql.all<PendingProject & SqlRow>(
        `SELECT f.project AS project, max(s.folder) AS folder
         FROM findings f JOIN sessions s ON s.tenant = f.tenant AND s.id = f.session_id
         LEFT JOIN handed_fixes h ON h.tenant = f.tenant AND h.project = f.project
           AND h.fingerprint = f.label || ':' || f.session_id
         WHERE f.tenant = ? AND f.kind = 'statement'${includeUnread ? "" : " AND coalesce(f.unread, 0) = 0"}
           AND h.fingerprint IS NULL AND s.folder <> ''
         GROUP BY f.project ORDER BY f.project LIMIT ?`,
        [tenant, limit],
      ),

    async mark(tenant, project, statement) {
      const added = await sql.run(
        `INSERT INTO handed_fixes (tenant, project, fingerprint, session_id) VALUES (?, ?, ?, ?)
         ON CONFLICT (tenant, project, fingerprint) DO NOTHING`,
        [tenant, project, fingerprintOf(statement), statement.sessionId],
      );
      return added > 0;
    },
  };
}

const fingerprintOf = ({ label, sessionId }: Pick<StoredStatement, "label" | "sessionId">): string =>
  `${label}:${sessionId}`;

interface Row extends SqlRow {
  readonly session_id: string;
  readonly exchange_key: string;
  readonly at: string;
  readonly label: string;
  readonly body: string;
  readonly holds: number | null;
  readonly replaced_by: string | null;
  readonly compared: number | null;
  readonly unread: number | null;
}

const toStatement = (row: Row): StoredStatement => ({
  ...(JSON.parse(row.body) as Statement),
  ...{ sessionId: row.session_id, exchangeKey: row.exchange_key, at: row.at, label: row.label },
  holds: row.holds === null ? undefined : Number(row.holds) === 1,
  ...{ replacedBy: row.replaced_by ?? undefined, isCompared: row.compared !== null, isRead: Number(row.unread) !== 1 },
});
