import type { Sql } from "../../engine/sql.js";
import type { RecordOf } from "../record-table.js";
import { selectColumn, selectNumber } from "../rows.js";
import {
  type Exchange,
  exchangeTable,
  type Finding,
  findingTable,
  type Implementation,
  type LocatedFinding,
  type Outcome,
} from "./exchange.js";
import type { ExchangeKey } from "./exchange-document.js";

/** Narrows a list of exchanges; every condition that is set must hold. */
export interface ExchangeFilter {
  readonly project?: string;
  readonly session?: string;
  /** ISO times, both included. */
  readonly from?: string;
  readonly to?: string;
}

/** Reads exchanges and their findings. */
export type ExchangeStore = ReturnType<typeof openExchangeStore>;

export const openExchangeStore = (sql: Sql) => ({
  /** Those that exist, in the order of the keys. */
  async byKey(tenant: string, keys: readonly ExchangeKey[]): Promise<Exchange[]> {
    if (keys.length === 0) return [];
    const isAny = `(session_id, key) IN (VALUES ${keys.map(() => "(?, ?)").join(", ")})`;
    const params = keys.flatMap(({ sessionId, key }) => [sessionId, key]);
    const exchanges = await exchangeTable.select(sql, { tenant, [isAny]: params });
    const byId = new Map(exchanges.map((one) => [`${one.sessionId}/${one.key}`, one]));
    return keys.flatMap(({ sessionId, key }) => byId.get(`${sessionId}/${key}`) ?? []);
  },

  newest(tenant: string, { project, session, from, to }: ExchangeFilter, limit: number): Promise<Exchange[]> {
    // A session has few exchanges: sorting them is faster than SQLite's choice, which is to walk all by time.
    const order = session === undefined ? "at" : "at || ''";
    const where = { tenant, project, session_id: session, "at >=": from, "at <=": to };
    return exchangeTable.select(sql, where, `ORDER BY ${order} DESC LIMIT ?`, limit);
  },

  ofSession: async (tenant: string, session: string): Promise<Exchange[]> =>
    (await exchangeTable.select(sql, { tenant, session_id: session })).sort(oldestFirst),

  /** What was said after a time, the oldest first. */
  after: (tenant: string, session: string, at: string, limit: number): Promise<Exchange[]> =>
    exchangeTable.select(sql, { tenant, session_id: session, "at >": at }, "ORDER BY at || '' LIMIT ?", limit),

  /** What a session was about, without the answers. */
  async outline(tenant: string, session: string): Promise<Pick<Exchange, "question" | "outcome" | "files" | "at">[]> {
    const rows = await sql.all<{ question: string; outcome: Outcome; files: string; at: string }>(
      "SELECT question, outcome, files, at FROM exchanges WHERE tenant = ? AND session_id = ?",
      [tenant, session],
    );
    return rows.map((row) => ({ ...row, files: JSON.parse(row.files) as string[] })).sort(oldestFirst);
  },

  count: (tenant: string) => selectNumber(sql, "SELECT sum(exchanges) AS n FROM sessions WHERE tenant = ?", [tenant]),

  /** The newest first, of one session or one project. */
  async findings<K extends Finding["kind"]>(
    tenant: string,
    kind: K,
    { project = "", session }: { project?: string; session?: string },
    limit: number,
  ) {
    const found =
      session === undefined
        ? await findingTable.select(sql, { tenant, kind, project }, "ORDER BY at DESC LIMIT ?", limit)
        : await findingTable.select(sql, { tenant, kind, session_id: session });
    const newestFirst = found.map(located).sort((a, b) => oldestFirst(b, a));
    return newestFirst.slice(0, limit) as LocatedFinding<Extract<Finding, { kind: K }>>[];
  },

  /** The findings of exactly these exchanges. */
  async findingsOf(tenant: string, exchanges: readonly Exchange[]): Promise<LocatedFinding[]> {
    const findings: LocatedFinding[] = [];
    for (const { sessionId, key, at } of exchanges) {
      const where = { tenant, session_id: sessionId, exchange_key: key, kind: ["decision", "remediation"] };
      findings.push(...(await findingTable.select(sql, where, "ORDER BY position")).map(located));
      const text = "SELECT implementations FROM exchanges WHERE tenant = ? AND session_id = ? AND key = ?";
      const [implementations = "[]"] = await selectColumn(sql, text, [tenant, sessionId, key]);
      const changes = JSON.parse(implementations) as Implementation[];
      findings.push(...changes.map((change) => ({ ...change, sessionId, exchangeKey: key, at })));
    }
    return findings;
  },

  /** Remediations of the error with this fingerprint, the newest first. */
  remediations: async (tenant: string, fingerprint: string, limit: number): Promise<LocatedFinding[]> =>
    (
      await findingTable.select(
        sql,
        { tenant, kind: "remediation", label: fingerprint },
        "ORDER BY at DESC LIMIT ?",
        limit,
      )
    ).map(located),
});

// Sorted here, because with ORDER BY the database scans all exchanges by time instead of one session. Times are ASCII:
// localeCompare would load the collation rules, which takes longer than the query.
const oldestFirst = (a: { at: string }, b: { at: string }) => (a.at < b.at ? -1 : Number(a.at > b.at));

const located = ({ body, sessionId, exchangeKey, at }: RecordOf<typeof findingTable>): LocatedFinding => ({
  ...body,
  sessionId,
  exchangeKey,
  at,
});
