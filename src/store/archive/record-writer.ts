import { dayMs } from "../../base/days.js";
import type { SqlRow, SqlSession, SqlValue } from "../../engine/sql.js";
import type { SearchWriter } from "../search/search-writer.js";
import { compareAgain } from "./compare-again.js";
import {
  type ExchangeRecord,
  type Finding,
  type PatternUse,
  rowKind,
  type Statement,
  statementLabel,
  withReading,
} from "./exchange.js";
import { documentId, toDocument } from "./exchange-document.js";
import { insertRows } from "./insert-rows.js";
import { collectPatternChanges } from "./pattern-counts.js";

/** Days since 1970. */
export const dayOf = (at: string): number => Math.floor((Date.parse(at) || 0) / dayMs);

/** Writes records derived from exchanges in one transaction; batched, because many rows in one statement are cheap. */
export interface RecordWriter {
  /** Replaces everything derived from the exchange. */
  put(record: ExchangeRecord): void;
  /** Removes everything derived from a session except the exchanges in `keptKeys`; returns how many exchanges were removed. */
  removeOthers(sessionId: string, keptKeys: ReadonlySet<string>): Promise<number>;
  /** Writes the batch. */
  flush(): Promise<void>;
}

/** `documents` is the search index. */
export function recordWriter(session: SqlSession, tenant: string, documents: SearchWriter): RecordWriter {
  const pending = new Map<string, ExchangeRecord>();
  const patterns = collectPatternChanges();

  return {
    put: (record) => void pending.set(recordKey(record), record),

    async removeOthers(sessionId, keptKeys) {
      const numbersByKey = await numbersOf(sessionId);
      const removed = [...numbersByKey].filter(([key]) => !keptKeys.has(key));
      if (removed.length > 0) await unsettleStatements(sessionId);
      for (const [key] of removed) await removeExchange(sessionId, key);
      await documents.remove(
        tenant,
        removed.map(([key]) => documentId({ sessionId, key })),
      );
      return removed.length;
    },

    async flush() {
      const records = [...pending.values()];
      pending.clear();
      const read = new Map<string, ReadRow>();
      const numbers = await removeExisting(records, read);
      await insertRecords(records, numbers, read);
      await compareWithNew(records, read);
      await documents.put(tenant, records.map(toDocument));
      await patterns.write(session, tenant);
    },
  };

  async function numbersOf(sessionId: string): Promise<Map<string, number>> {
    const text = "SELECT number, key FROM exchanges WHERE tenant = ? AND session_id = ?";
    const rows = await session.all<{ number: number; key: string }>(text, [tenant, sessionId]);
    return new Map(rows.map(({ number, key }) => [key, Number(number)]));
  }

  /** What the session had replaced may hold again: the statements of its projects are compared again. */
  async function unsettleStatements(sessionId: string): Promise<void> {
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
  }

  /** What a model read of the statements of an exchange. */
  async function rememberRead(exchange: ExchangeRecord["exchange"], rows: Map<string, ReadRow>): Promise<void> {
    const found = await session.all<ReadRow>(
      `SELECT label, body, replaced_by, compared, unread FROM findings
       WHERE tenant = ? AND session_id = ? AND exchange_key = ? AND kind IN ('statement', 'candidate')`,
      [tenant, exchange.sessionId, exchange.key],
    );
    for (const row of found) rows.set(rowKey(exchange, row.label, (JSON.parse(row.body) as Statement).by), row);
  }

  /** Statements that are new may be older than what was compared. */
  async function compareWithNew(records: readonly ExchangeRecord[], rows: ReadonlyMap<string, ReadRow>): Promise<void> {
    const oldest = new Map<string, string>();
    for (const { exchange, findings } of records) {
      const { project, at } = exchange;
      const isNew = findings.some(
        (one) =>
          one.kind === "statement" && !one.isCandidate && !rows.has(rowKey(exchange, statementLabel(one), one.by)),
      );
      if (isNew && at < (oldest.get(project) ?? "~")) oldest.set(project, at);
    }
    for (const [project, at] of oldest) await compareAgain(session, tenant, project, at);
  }

  /** The numbers of the records: existing records keep theirs, the others get new ones. */
  async function removeExisting(records: readonly ExchangeRecord[], read: Map<string, ReadRow>): Promise<number[]> {
    const numbersBySession = new Map<string, Map<string, number>>();
    for (const id of new Set(records.map(({ exchange }) => exchange.sessionId)))
      numbersBySession.set(id, await numbersOf(id));
    let next = await nextNumber();
    const numbers: number[] = [];
    for (const { exchange } of records) {
      const number = numbersBySession.get(exchange.sessionId)?.get(exchange.key);
      if (number !== undefined) {
        await rememberRead(exchange, read);
        await removeExchange(exchange.sessionId, exchange.key);
      }
      numbers.push(number ?? next++);
    }
    return numbers;
  }

  async function nextNumber(): Promise<number> {
    const text = `SELECT max(number) AS n FROM exchanges WHERE ${session.dialect.ownRows}`;
    const [row] = await session.all<{ n: number | null }>(text);
    return Number(row?.n ?? 0) + 1;
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

  async function insertRecords(
    records: readonly ExchangeRecord[],
    numbers: readonly number[],
    read: ReadonlyMap<string, ReadRow>,
  ): Promise<void> {
    const rows: Record<"exchanges" | "findings" | "file_touches", SqlValue[][]> = {
      ...{ exchanges: [], findings: [], file_touches: [] },
    };
    for (const [i, record] of records.entries()) {
      rows.exchanges.push(exchangeRow(tenant, numbers[i] ?? 0, record));
      rows.findings.push(...findingRows(tenant, record, read));
      rows.file_touches.push(...touchRows(tenant, record));
      const { sessionId, key, project, at } = record.exchange;
      for (const use of record.patterns) patterns.add(project, { sessionId, key, at }, use);
    }
    await insertRows(session, "exchanges", exchangeColumns, rows.exchanges);
    await insertRows(session, "findings", findingColumns, rows.findings);
    await insertRows(session, "file_touches", touchColumns, rows.file_touches);
  }
}

interface ReadRow extends SqlRow {
  readonly label: string;
  readonly body: string;
  readonly replaced_by: string | null;
  readonly compared: number | null;
  readonly unread: number | null;
}

const rowKey = ({ sessionId, key }: ExchangeRecord["exchange"], label: string, by: Statement["by"]): string =>
  [sessionId, key, label, by].join("\0");

const recordKey = ({ exchange }: ExchangeRecord): string => `${exchange.sessionId}\0${exchange.key}`;

const exchangeColumns =
  "number tenant session_id key project day at ended_at worth outcome question files topics patterns implementations solution answer".split(
    " ",
  );

const exchangeRow = (tenant: string, number: number, { exchange, patterns, findings }: ExchangeRecord): SqlValue[] => [
  ...[number, tenant, exchange.sessionId, exchange.key, exchange.project, dayOf(exchange.at), exchange.at],
  ...[exchange.endedAt, exchange.importance, exchange.outcome, exchange.question, JSON.stringify(exchange.files)],
  ...[JSON.stringify(exchange.topics), JSON.stringify(patterns), JSON.stringify(findings.filter(isImplementation))],
  ...[JSON.stringify(exchange.solution), exchange.answer],
];

const findingColumns =
  "tenant session_id exchange_key kind position project at label body unread replaced_by compared".split(" ");

const findingRows = (
  tenant: string,
  { exchange, findings }: ExchangeRecord,
  read: ReadonlyMap<string, ReadRow>,
): SqlValue[][] =>
  findings
    .filter((finding) => !isImplementation(finding))
    .map((finding, position) => {
      const { kind, body, unread, replacedBy, compared } =
        finding.kind === "statement"
          ? statementColumns(finding, read.get(rowKey(exchange, statementLabel(finding), finding.by)))
          : { ...noStatement, kind: finding.kind, body: JSON.stringify(finding) };
      return [
        ...[tenant, exchange.sessionId, exchange.key, kind, position, exchange.project, exchange.at],
        ...[labelOf(finding), body, unread, replacedBy, compared],
      ];
    });

const noStatement = { unread: null, replacedBy: null, compared: null };

/** A statement that is written again stays as a model read it, unless its words are judged otherwise since. */
function statementColumns(statement: Statement, before: ReadRow | undefined) {
  const known = before && (JSON.parse(before.body) as Statement);
  const isRead =
    before !== undefined &&
    before.unread !== null &&
    Number(before.unread) === 0 &&
    JSON.stringify(known?.scores) === JSON.stringify(statement.scores);
  const stored = known && isRead ? withReading(statement, known) : statement;
  return {
    kind: rowKind(stored),
    body: JSON.stringify(stored),
    unread: statement.scores ? Number(!isRead) : null,
    ...{ replacedBy: before?.replaced_by ?? null, compared: before?.compared ?? null },
  };
}

/** File changes are stored in the row of their exchange, because they are only read with it. */
const isImplementation = ({ kind }: Finding): boolean => kind === "implementation";

/** The lookup key of a finding. */
function labelOf(finding: Finding): string {
  if (finding.kind === "remediation") return finding.fingerprint;
  return finding.kind === "statement" ? statementLabel(finding) : "";
}

const touchColumns = "tenant session_id exchange_key path how project at".split(" ");

const touchRows = (tenant: string, { exchange, touches }: ExchangeRecord): SqlValue[][] =>
  touches.map(({ path, how }) => [
    ...[tenant, exchange.sessionId, exchange.key, path, how, exchange.project, exchange.at],
  ]);
