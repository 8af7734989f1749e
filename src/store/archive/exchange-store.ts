import type { Sql, SqlRow, SqlValue } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";
import { allOf, selectNumber } from "../sql-text.js";
import type { Exchange, Finding, Implementation, LocatedFinding, Outcome } from "./exchange.js";
import type { ExchangeKey } from "./exchange-document.js";
import { type ExchangeFilter, exchangeCondition } from "./exchange-filter.js";

/** Reads exchanges and their findings. */
export interface ExchangeStore {
  /** Those that exist, in the order of the keys. */
  byKey(tenant: string, keys: readonly ExchangeKey[]): Promise<Exchange[]>;
  newest(tenant: string, filter: ExchangeFilter, limit: number): Promise<Exchange[]>;
  ofSession(tenant: string, session: string): Promise<Exchange[]>;
  /** What a session was about, without the answers. */
  outline(tenant: string, session: string): Promise<Pick<Exchange, "question" | "outcome" | "files" | "at">[]>;
  count(tenant: string): Promise<number>;
  findings<K extends Finding["kind"]>(
    tenant: string,
    kind: K,
    filter: { project?: string; session?: string },
    limit: number,
  ): Promise<LocatedFinding<Extract<Finding, { kind: K }>>[]>;
  /** The findings of exactly these exchanges. */
  findingsOf(tenant: string, exchanges: readonly Exchange[]): Promise<LocatedFinding[]>;
  /** Remediations of the error with this fingerprint, the newest first; those of one project where it is named. */
  remediations(tenant: string, fingerprint: string, limit: number, project?: string): Promise<LocatedFinding[]>;
}

export function openExchangeStore(sql: Sql): ExchangeStore {
  return {
    async byKey(tenant, keys) {
      if (keys.length === 0) return [];
      const rows = await sql.all<ExchangeRow>(
        `SELECT * FROM exchanges WHERE tenant = ? AND (session_id, key) IN (VALUES ${keys.map(() => "(?, ?)").join(", ")})`,
        [tenant, ...keys.flatMap(({ sessionId, key }) => [sessionId, key])],
      );
      const byId = new Map(rows.map((row) => [`${row.session_id}/${row.key}`, table.read(row)]));
      return keys.flatMap(({ sessionId, key }) => byId.get(`${sessionId}/${key}`) ?? []);
    },

    async newest(tenant, filter, limit) {
      const { text: where, params } = exchangeCondition(tenant, filter);
      // A session has few exchanges: sorting them is faster than SQLite's choice, which is to walk all by time.
      const order = filter.session === undefined ? "e.at" : "e.at || ''";
      const text = `SELECT e.* FROM exchanges e WHERE ${where} ORDER BY ${order} DESC LIMIT ?`;
      return (await sql.all(text, [...params, limit])).map(table.read);
    },

    async ofSession(tenant, session) {
      const rows = await sql.all("SELECT * FROM exchanges WHERE tenant = ? AND session_id = ?", [tenant, session]);
      return rows.map(table.read).sort(oldestFirst);
    },

    async outline(tenant, session) {
      const rows = await sql.all<Record<"question" | "outcome" | "files" | "at", string>>(
        "SELECT question, outcome, files, at FROM exchanges WHERE tenant = ? AND session_id = ?",
        [tenant, session],
      );
      return rows
        .map((row) => ({ ...row, outcome: row.outcome as Outcome, files: JSON.parse(row.files) as string[] }))
        .sort(oldestFirst);
    },

    count: (tenant) => selectNumber(sql, "SELECT sum(exchanges) AS n FROM sessions WHERE tenant = ?", [tenant]),

    async findings<K extends Finding["kind"]>(
      tenant: string,
      kind: K,
      { project, session }: { project?: string; session?: string },
      limit: number,
    ) {
      const [column, value]: [string, SqlValue] =
        session === undefined ? ["project", project ?? ""] : ["session_id", session];
      const text = `SELECT * FROM findings WHERE tenant = ? AND kind = ? AND ${column} = ?`;
      const rows =
        session === undefined
          ? await sql.all<FindingRow>(`${text} ORDER BY at DESC LIMIT ?`, [tenant, kind, value, limit])
          : await sql.all<FindingRow>(text, [tenant, kind, value]);
      const findings = rows.map(toFinding).sort((a, b) => oldestFirst(b, a));
      return findings.slice(0, limit) as LocatedFinding<Extract<Finding, { kind: K }>>[];
    },

    async findingsOf(tenant, exchanges) {
      const findings: LocatedFinding[] = [];
      for (const { sessionId, key } of exchanges) {
        const rows = await sql.all<FindingRow>(
          `SELECT * FROM findings
           WHERE tenant = ? AND session_id = ? AND exchange_key = ? AND kind IN ('decision', 'remediation')
           ORDER BY position`,
          [tenant, sessionId, key],
        );
        const [exchangeRow] = await sql.all<{ implementations: string; at: string }>(
          "SELECT implementations, at FROM exchanges WHERE tenant = ? AND session_id = ? AND key = ?",
          [tenant, sessionId, key],
        );
        const changes = exchangeRow ? (JSON.parse(exchangeRow.implementations) as Implementation[]) : [];
        findings.push(
          ...rows.map(toFinding),
          ...changes.map((change) => ({ ...change, sessionId, exchangeKey: key, at: exchangeRow?.at ?? "" })),
        );
      }
      return findings;
    },

    async remediations(tenant, fingerprint, limit, project) {
      const { text, params } = allOf(
        ["tenant = ?", tenant],
        ["kind = 'remediation' AND label = ?", fingerprint],
        ["project = ?", project],
      );
      const rows = await sql.all<FindingRow>(`SELECT * FROM findings WHERE ${text} ORDER BY at DESC LIMIT ?`, [
        ...params,
        limit,
      ]);
      return rows.map(toFinding);
    },
  };
}

// Sorted here, because with ORDER BY the database scans all exchanges by time instead of one session. Times are ASCII:
// localeCompare would load the collation rules, which takes longer than the query.
const oldestFirst = (a: { at: string }, b: { at: string }) => (a.at < b.at ? -1 : Number(a.at > b.at));

type ExchangeRow = SqlRow & { readonly session_id: string; readonly key: string };

const table = recordTable<Exchange>({
  sessionId: "text",
  key: "text",
  project: "text",
  at: "text",
  endedAt: "text",
  question: "text",
  answer: "text",
  outcome: "text",
  solution: "json",
  files: "json",
  topics: "json",
  importance: ["number", "worth"],
});

interface FindingRow extends SqlRow {
  readonly session_id: string;
  readonly exchange_key: string;
  readonly at: string;
  readonly body: string;
}

const toFinding = (row: FindingRow): LocatedFinding => ({
  ...(JSON.parse(row.body) as Finding),
  sessionId: row.session_id,
  exchangeKey: row.exchange_key,
  at: row.at,
});
