import { dayMs } from "../../base/days.js";
import type { SqlSession, SqlValue } from "../../engine/sql.js";
import type { SearchWriter } from "../search/search-writer.js";
import { insertRows, selectNumber } from "../sql-text.js";
import type { ExchangeRecord, Finding, PatternUse } from "./exchange.js";
import { documentId, toDocument } from "./exchange-document.js";
import { collectPatternChanges } from "./pattern-counts.js";

/** Days since 1970. */
export const dayOf = (at: string): number => Math.floor((Date.parse(at) || 0) / dayMs);

/**
 * Writes records derived from exchanges in one transaction; batched, because many rows in one statement are cheap.
 * `documents` is the search index.
 */
export function recordWriter(session: SqlSession, tenant: string, documents: SearchWriter) {
  const pending = new Map<string, ExchangeRecord>();
  const patterns = collectPatternChanges();

  return {
    /** Replaces everything derived from the exchange. */
    put: (record: ExchangeRecord): void => void pending.set(recordKey(record), record),

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
    return new Map(rows.map(({ number, key }) => [key, Number(number)]));
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
    const exchangeKey = [tenant, sessionId, key];
    const [row] = await session.all<{ project: string; at: string; patterns: string }>(
      "SELECT project, at, patterns FROM exchanges WHERE tenant = ? AND session_id = ? AND key = ?",
      exchangeKey,
    );
    for (const use of row ? (JSON.parse(row.patterns) as PatternUse[]) : []) {
      patterns.remove(row?.project ?? "", { sessionId, key, at: row?.at ?? "" }, use);
    }
    for (const table of ["findings", "file_touches"]) {
      await session.run(`DELETE FROM ${table} WHERE tenant = ? AND session_id = ? AND exchange_key = ?`, exchangeKey);
    }
    await session.run("DELETE FROM exchanges WHERE tenant = ? AND session_id = ? AND key = ?", exchangeKey);
  }

  async function insertRecords(records: readonly ExchangeRecord[], numbers: readonly number[]): Promise<void> {
    const rows = { exchanges: [] as SqlValue[][], findings: [] as SqlValue[][], touches: [] as SqlValue[][] };
    for (const [i, record] of records.entries()) {
      rows.exchanges.push(exchangeRow(tenant, numbers[i] ?? 0, record));
      rows.findings.push(...findingRows(tenant, record));
      rows.touches.push(...touchRows(tenant, record));
      const { sessionId, key, project, at } = record.exchange;
      for (const use of record.patterns) patterns.add(project, { sessionId, key, at }, use);
    }
    await insertRows(session, "exchanges", exchangeColumns, rows.exchanges);
    await insertRows(session, "findings", findingColumns, rows.findings);
    await insertRows(session, "file_touches", touchColumns, rows.touches);
  }
}

const recordKey = ({ exchange }: ExchangeRecord): string => `${exchange.sessionId}\0${exchange.key}`;

const exchangeColumns =
  "number tenant session_id key project day at ended_at worth outcome question files topics patterns implementations solution answer".split(
    " ",
  );

const exchangeRow = (tenant: string, number: number, { exchange, patterns, findings }: ExchangeRecord): SqlValue[] => [
  number,
  tenant,
  exchange.sessionId,
  exchange.key,
  exchange.project,
  dayOf(exchange.at),
  exchange.at,
  exchange.endedAt,
  exchange.importance,
  exchange.outcome,
  exchange.question,
  JSON.stringify(exchange.files),
  JSON.stringify(exchange.topics),
  JSON.stringify(patterns),
  JSON.stringify(findings.filter(isImplementation)),
  JSON.stringify(exchange.solution),
  exchange.answer,
];

const findingColumns = "tenant session_id exchange_key kind position project at label body".split(" ");

const findingRows = (tenant: string, { exchange, findings }: ExchangeRecord): SqlValue[][] =>
  findings
    .filter((finding) => !isImplementation(finding))
    .map((finding, position) => [
      tenant,
      exchange.sessionId,
      exchange.key,
      finding.kind,
      position,
      exchange.project,
      exchange.at,
      labelOf(finding),
      JSON.stringify(finding),
    ]);

/** File changes are stored in the row of their exchange, because they are only read with it. */
const isImplementation = ({ kind }: Finding): boolean => kind === "implementation";

/** The lookup key of a finding. */
const labelOf = (finding: Finding): string => (finding.kind === "remediation" ? finding.fingerprint : "");

const touchColumns = "tenant session_id exchange_key path how project at".split(" ");

const touchRows = (tenant: string, { exchange, touches }: ExchangeRecord): SqlValue[][] =>
  touches.map(({ path, how }) => [tenant, exchange.sessionId, exchange.key, path, how, exchange.project, exchange.at]);
