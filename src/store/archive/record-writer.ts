import { dayMs } from "../../base/days.js";
import type { SqlSession } from "../../engine/sql.js";
import { deleteRows, insertRows, type Row, selectNumber } from "../rows.js";
import type { SearchWriter } from "../search/search-writer.js";
import { type ExchangeRecord, exchangeTable, type Finding, findingTable, type PatternUse } from "./exchange.js";
import { documentId, toDocument } from "./exchange-document.js";
import { collectPatternChanges } from "./pattern-store.js";

/** Days since 1970. */
const dayOf = (at: string): number => Math.floor((Date.parse(at) || 0) / dayMs);

/**
 * Writes records derived from exchanges in one transaction; batched, because many rows in one statement are cheap.
 * `documents` is the search index.
 */
export function recordWriter(session: SqlSession, tenant: string, documents: SearchWriter) {
  const pending = new Map<string, ExchangeRecord>();
  const patterns = collectPatternChanges();

  return {
    /** Replaces everything derived from the exchange. */
    put(record: ExchangeRecord): void {
      pending.set(`${record.exchange.sessionId}\0${record.exchange.key}`, record);
    },

    /** Removes everything derived from a session except the exchanges in `keptKeys`; returns how many exchanges were removed. */
    async removeOthers(sessionId: string, keptKeys: ReadonlySet<string>): Promise<number> {
      const numbersByKey = await numbersOf(sessionId);
      const removed = [...numbersByKey].filter(([key]) => !keptKeys.has(key));
      for (const [key] of removed) await removeExchange(sessionId, key);
      await documents.remove(
        tenant,
        removed.map(([key]) => documentId({ sessionId, key })),
      );
      return removed.length;
    },

    /** Writes the batch. */
    async flush(): Promise<void> {
      const records = [...pending.values()];
      pending.clear();
      const numbers = await removeExisting(records);
      await insertRecords(records, numbers);
      await documents.put(tenant, records.map(toDocument));
      await patterns.write(session, tenant);
    },
  };

  async function numbersOf(sessionId: string): Promise<Map<string, number>> {
    const text = "SELECT number, key FROM exchanges WHERE tenant = ? AND session_id = ?";
    const rows = await session.all<{ number: number; key: string }>(text, [tenant, sessionId]);
    return new Map(rows.map(({ number, key }) => [key, number]));
  }

  /** The numbers of the records: existing records keep theirs, the others get new ones. */
  async function removeExisting(records: readonly ExchangeRecord[]): Promise<number[]> {
    const numbersBySession = new Map<string, Map<string, number>>();
    for (const id of new Set(records.map(({ exchange }) => exchange.sessionId)))
      numbersBySession.set(id, await numbersOf(id));
    let next = await nextNumber();
    const numbers: number[] = [];
    for (const { exchange } of records) {
      const number = numbersBySession.get(exchange.sessionId)?.get(exchange.key);
      if (number !== undefined) await removeExchange(exchange.sessionId, exchange.key);
      numbers.push(number ?? next++);
    }
    return numbers;
  }

  async function nextNumber(): Promise<number> {
    const text = `SELECT max(number) AS n FROM exchanges WHERE ${session.dialect.ownRows}`;
    return (await selectNumber(session, text)) + 1;
  }

  async function removeExchange(sessionId: string, key: string): Promise<void> {
    const [row] = await session.all<{ project: string; at: string; patterns: string }>(
      "SELECT project, at, patterns FROM exchanges WHERE tenant = ? AND session_id = ? AND key = ?",
      [tenant, sessionId, key],
    );
    for (const use of row ? (JSON.parse(row.patterns) as PatternUse[]) : [])
      patterns.remove(row?.project ?? "", { sessionId, key, at: row?.at ?? "" }, use);
    for (const table of ["findings", "file_touches"])
      await deleteRows(session, table, { tenant, session_id: sessionId, exchange_key: key });
    await deleteRows(session, "exchanges", { tenant, session_id: sessionId, key });
  }

  async function insertRecords(records: readonly ExchangeRecord[], numbers: readonly number[]): Promise<void> {
    for (const { exchange, patterns: uses } of records) {
      const { sessionId, key, project, at } = exchange;
      for (const use of uses) patterns.add(project, { sessionId, key, at }, use);
    }
    await insertRows(
      session,
      "exchanges",
      records.map((record, i) => exchangeRow(tenant, numbers[i] ?? 0, record)),
    );
    await insertRows(
      session,
      "findings",
      records.flatMap((record) => findingRows(tenant, record)),
    );
    await insertRows(
      session,
      "file_touches",
      records.flatMap((record) => touchRows(tenant, record)),
    );
  }
}

const exchangeRow = (tenant: string, number: number, { exchange, patterns, findings }: ExchangeRecord): Row => ({
  number,
  tenant,
  day: dayOf(exchange.at),
  ...exchangeTable.row(exchange),
  patterns: JSON.stringify(patterns),
  implementations: JSON.stringify(findings.filter(isImplementation)),
});

const findingRows = (tenant: string, { exchange, findings }: ExchangeRecord): Row[] => {
  const { sessionId, key: exchangeKey, project, at } = exchange;
  return findings
    .filter((body) => !isImplementation(body))
    .map((body, position) => {
      const label = body.kind === "remediation" ? body.fingerprint : "";
      const finding = { sessionId, exchangeKey, kind: body.kind, position, project, at, label, body };
      return { tenant, ...findingTable.row(finding) };
    });
};

/** File changes are stored in the row of their exchange, because they are only read with it. */
const isImplementation = ({ kind }: Finding): boolean => kind === "implementation";

const touchRows = (tenant: string, { exchange, touches }: ExchangeRecord): Row[] => {
  const { sessionId: session_id, key: exchange_key, project, at } = exchange;
  return touches.map(({ path, how }) => ({ tenant, session_id, exchange_key, path, how, project, at }));
};
