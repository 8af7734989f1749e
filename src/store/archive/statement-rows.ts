import type { SqlRow, SqlSession } from "../../engine/sql.js";
import { compareAgain } from "./compare-again.js";
import {
  type Exchange,
  type ExchangeRecord,
  rowKind,
  type Statement,
  statementLabel,
  withReading,
} from "./exchange.js";

/** Statements that are written: what a model read of them before is kept. */
export interface StatementRows {
  /** Before the rows of an exchange are deleted, to be written again. */
  remember(exchange: Exchange): Promise<void>;
  columnsOf(exchange: Exchange, statement: Statement): StatementColumns;
  /** After they were written: those that are new may be older than what was compared. */
  compareWithNew(records: readonly ExchangeRecord[]): Promise<void>;
  /** Before exchanges of a session are deleted: what it had replaced may hold again. */
  unsettle(sessionId: string): Promise<void>;
}

interface StatementColumns {
  readonly kind: string;
  readonly body: string;
  readonly unread: number | null;
  readonly replacedBy: string | null;
  readonly compared: number | null;
}

interface ReadRow extends SqlRow {
  readonly label: string;
  readonly body: string;
  readonly replaced_by: string | null;
  readonly compared: number | null;
  readonly unread: number | null;
}

export function openStatementRows(session: SqlSession, tenant: string): StatementRows {
  const rows = new Map<string, ReadRow>();
  const rowOf = (exchange: Exchange, statement: Statement) =>
    rows.get(rowKey(exchange, statementLabel(statement), statement.by));

  return {
    async remember(exchange) {
      const found = await session.all<ReadRow>(
        `SELECT label, body, replaced_by, compared, unread FROM findings
         WHERE tenant = ? AND session_id = ? AND exchange_key = ? AND kind IN ('statement', 'candidate')`,
        [tenant, exchange.sessionId, exchange.key],
      );
      for (const row of found) rows.set(rowKey(exchange, row.label, (JSON.parse(row.body) as Statement).by), row);
    },

    columnsOf(exchange, statement) {
      const before = rowOf(exchange, statement);
      const known = before && (JSON.parse(before.body) as Statement);
      const stored = known && isReadOf(before, known, statement) ? withReading(statement, known) : undefined;
      return {
        kind: rowKind(stored ?? statement),
        body: JSON.stringify(stored ?? statement),
        unread: statement.scores ? Number(!stored) : null,
        ...{ replacedBy: before?.replaced_by ?? null, compared: before?.compared ?? null },
      };
    },

    async compareWithNew(records) {
      const oldest = new Map<string, string>();
      for (const { exchange, findings } of records) {
        const { project, at } = exchange;
        const isNew = findings.some((one) => one.kind === "statement" && !one.isCandidate && !rowOf(exchange, one));
        if (isNew && at < (oldest.get(project) ?? "~")) oldest.set(project, at);
      }
      for (const [project, at] of oldest) await compareAgain(session, tenant, project, at);
    },

    async unsettle(sessionId) {
      const inItsProjects = `tenant = ? AND kind = 'statement' AND project IN
        (SELECT project FROM findings WHERE tenant = ? AND kind = 'statement' AND session_id = ?)`;
      const freed = await session.all<{ project: string; at: string }>(
        `SELECT project, min(at) AS at FROM findings WHERE ${inItsProjects} AND replaced_by = ? GROUP BY project`,
        [tenant, tenant, sessionId, sessionId],
      );
      for (const { project, at } of freed) await compareAgain(session, tenant, project, at);
      await session.run(
        `UPDATE findings SET holds = NULL, replaced_by = CASE WHEN replaced_by = ? THEN NULL ELSE replaced_by END
         WHERE ${inItsProjects}`,
        [sessionId, tenant, tenant, sessionId],
      );
    },
  };
}

/** The words of an exchange that grows may be judged otherwise than when a model read them. */
const isReadOf = ({ unread }: ReadRow, known: Statement, statement: Statement): boolean =>
  unread !== null && Number(unread) === 0 && JSON.stringify(known.scores) === JSON.stringify(statement.scores);

/** An agent often repeats what the person said: the same words, another statement. */
const rowKey = ({ sessionId, key }: Exchange, label: string, by: Statement["by"]): string =>
  [sessionId, key, label, by].join("\0");
