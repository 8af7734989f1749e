import type { Sql, SqlSession } from "../../engine/sql.js";
import type { SearchIndex } from "../search/search-index.js";
import type { SearchWriter } from "../search/search-writer.js";
import { addEvents } from "./event-chunks.js";
import type { ExchangeRecord, Finding, PatternUse } from "./exchange.js";
import { documentId, toDocument } from "./exchange-document.js";
import type { ExchangeIndex } from "./exchange-index.js";
import { insertRows } from "./insert-rows.js";
import { gatherPatternChanges, type PatternChanges } from "./pattern-counts.js";
import type { Agent, SessionEvent } from "./session-event.js";

/** What is known of a session when a slice of its transcript was read. */
export interface SessionRecord {
  readonly id: string;
  readonly agent: Agent;
  readonly project: string;
  readonly folder: string;
  readonly branch: string;
  readonly model: string;
  readonly title: string;
  readonly parent: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** A piece of a transcript, read and understood. */
export interface Slice {
  readonly path: string;
  /** Where reading stood before; when it stands elsewhere now, another process was faster and nothing is written. */
  readonly before: { readonly readBytes: number; readonly fingerprint: string };
  readonly after: {
    readonly readBytes: number;
    readonly fingerprint: string;
    readonly state: string;
    /** Read to its end, unless word came of it later than `seenAt`. */
    readonly isRead: boolean;
    readonly seenAt: string;
  };
  readonly session: SessionRecord | undefined;
  readonly events: readonly SessionEvent[];
  readonly records: readonly ExchangeRecord[];
}

/** The one door through which text of sessions is written. */
export interface SliceStore {
  /** All of them or none; those that another process has written already are left out. The answer is how many were written. */
  write(tenant: string, slices: readonly Slice[]): Promise<number>;
  /** Replaces all that was drawn from a session. */
  rewrite(tenant: string, sessionId: string, project: string, records: readonly ExchangeRecord[]): Promise<void>;
  clearIndex(): Promise<void>;
  /** Makes the index anew from the exchanges, when it is damaged or gone. */
  mendIndex(): Promise<void>;
}

/** The words that a text is found by. */
type WordsOf = (text: string) => readonly string[];

export interface SliceStoreParts {
  readonly index: ExchangeIndex;
  readonly wordsOf: WordsOf;
  /** The index of everything, for searches across families. */
  readonly documents: Pick<SearchIndex, "within">;
}

export function openSliceStore(sql: Sql, { index: damageable, wordsOf, documents }: SliceStoreParts): SliceStore {
  const index = selfMending(damageable, wordsOf);
  const begin = (session: SqlSession, tenant: string): Writing => ({
    ...{ session, tenant, index, patterns: gatherPatternChanges(), nextNumber: undefined },
    documents: documents.within(session),
  });
  return {
    write: (tenant, slices) =>
      sql.transaction(async (session) => {
        const writing = begin(session, tenant);
        let written = 0;
        for (const slice of slices) if (await writeSlice(writing, slice)) written++;
        await writing.patterns.write(session, tenant);
        return written;
      }),

    rewrite: (tenant, sessionId, project, records) =>
      sql.transaction(async (session) => {
        const writing = begin(session, tenant);
        const known = await session.all<{ number: number; key: string }>(
          "SELECT number, key FROM exchanges WHERE tenant = ? AND session_id = ?",
          [tenant, sessionId],
        );
        for (const { number, key } of known) {
          await takeBack(writing, sessionId, key);
          await index.remove(session, Number(number));
        }
        const kept = new Set(records.map(({ exchange }) => exchange.key));
        const gone = known.map(({ key }) => key).filter((key) => !kept.has(key));
        await writing.documents.remove(
          tenant,
          gone.map((key) => documentId(sessionId, key)),
        );
        await writeRecords(writing, records);
        await writing.patterns.write(session, tenant);
        await session.run("UPDATE sessions SET project = ?, exchanges = ? WHERE tenant = ? AND id = ?", [
          ...[project, records.length, tenant, sessionId],
        ]);
      }),

    clearIndex: () => sql.transaction((session) => index.clear(session)),
    mendIndex: () => sql.transaction((session) => mend(session, damageable, wordsOf)),
  };
}

/** An index that cannot be written to must not keep a session from being archived: it is made anew, once. */
function selfMending(index: ExchangeIndex, wordsOf: WordsOf): ExchangeIndex {
  return {
    ...index,
    put: (session, number, words) =>
      index.put(session, number, words).catch(async () => {
        await mend(session, index, wordsOf);
        await index.remove(session, number);
        await index.put(session, number, words);
      }),
    remove: (session, number) =>
      index.remove(session, number).catch(async () => {
        await mend(session, index, wordsOf);
        await index.remove(session, number);
      }),
  };
}

const mendBatch = 500;

async function mend(session: SqlSession, index: ExchangeIndex, wordsOf: WordsOf): Promise<void> {
  await index.clear(session);
  for (let last = 0, more = true; more; ) {
    const rows = await session.all<{ number: number; question: string; answer: string; files: string }>(
      `SELECT number, question, answer, files FROM exchanges WHERE ${session.dialect.ownRows} AND number > ?
       ORDER BY number LIMIT ?`,
      [last, mendBatch],
    );
    for (const { number, question, answer, files } of rows) {
      const paths = (JSON.parse(files) as string[]).join("\n");
      await index.put(session, Number(number), wordsOf(`${question}\n${answer}\n${paths}`));
    }
    last = Number(rows.at(-1)?.number ?? 0);
    more = rows.length === mendBatch;
  }
}

interface Writing {
  readonly session: SqlSession;
  readonly tenant: string;
  readonly index: ExchangeIndex;
  readonly documents: SearchWriter;
  readonly patterns: PatternChanges;
  nextNumber: number | undefined;
}

async function writeSlice(writing: Writing, slice: Slice): Promise<boolean> {
  const { session, tenant } = writing;
  const { before, after, session: told } = slice;
  const moved = await session.run(
    `UPDATE transcripts SET read_bytes = ?, fingerprint = ?, state = ?, session_id = ?,
       wanted = CASE WHEN ? = 1 AND seen_at <= ? THEN 0 ELSE wanted END
     WHERE tenant = ? AND path = ? AND read_bytes = ? AND fingerprint = ?`,
    [
      ...[after.readBytes, after.fingerprint, after.state, told?.id ?? "", Number(after.isRead), after.seenAt],
      ...[tenant, slice.path, before.readBytes, before.fingerprint],
    ],
  );
  if (moved === 0) return false;
  if (!told || (await isForgotten(session, tenant, told.id))) return true;
  if (slice.events.length > 0) await addEvents(session, tenant, told.id, slice.events);
  await writeRecords(writing, slice.records);
  await writeSession(session, tenant, told);
  return true;
}

async function isForgotten(session: SqlSession, tenant: string, id: string): Promise<boolean> {
  const text = "SELECT 1 FROM forgotten_sessions WHERE tenant = ? AND session_id = ?";
  return (await session.all(text, [tenant, id])).length > 0;
}

async function writeSession(session: SqlSession, tenant: string, told: SessionRecord): Promise<void> {
  await session.run(
    `INSERT INTO sessions (tenant, id, agent, project, folder, branch, model, title, parent, started_at, ended_at,
                           exchanges, tokens_in, tokens_out)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
             (SELECT count(*) FROM exchanges WHERE tenant = ? AND session_id = ?), ?, ?)
     ON CONFLICT (tenant, id) DO UPDATE SET
       project = excluded.project, folder = excluded.folder, branch = excluded.branch, model = excluded.model,
       title = excluded.title, parent = excluded.parent, exchanges = excluded.exchanges,
       tokens_in = excluded.tokens_in, tokens_out = excluded.tokens_out,
       started_at = CASE WHEN sessions.started_at < excluded.started_at THEN sessions.started_at ELSE excluded.started_at END,
       ended_at = CASE WHEN sessions.ended_at > excluded.ended_at THEN sessions.ended_at ELSE excluded.ended_at END`,
    [
      ...[tenant, told.id, told.agent, told.project, told.folder, told.branch, told.model, told.title, told.parent],
      ...[told.startedAt, told.endedAt, tenant, told.id, told.tokensIn, told.tokensOut],
    ],
  );
}

async function writeRecords(writing: Writing, records: readonly ExchangeRecord[]): Promise<void> {
  for (const record of records) await writeRecord(writing, record);
  await writing.documents.put(
    writing.tenant,
    records.map(({ exchange }) => toDocument(exchange)),
  );
}

/** Replaces all that was drawn from the exchange before. */
async function writeRecord(writing: Writing, record: ExchangeRecord): Promise<void> {
  const { session, tenant, index } = writing;
  const { exchange } = record;
  const place = [tenant, exchange.sessionId, exchange.key];
  const known = await numberOf(session, place);
  if (known !== undefined) {
    await takeBack(writing, exchange.sessionId, exchange.key);
    await index.remove(session, known);
  }
  const number = known ?? (await nextNumber(writing));
  await session.run(
    `INSERT INTO exchanges (number, tenant, session_id, key, project, day, at, ended_at, worth, outcome, question,
                            files, topics, patterns, implementations, solution, answer)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...[number, ...place, exchange.project, dayOf(exchange.at), exchange.at, exchange.endedAt, exchange.worth],
      ...[exchange.outcome, exchange.question, JSON.stringify(exchange.files), JSON.stringify(exchange.topics)],
      ...[JSON.stringify(record.patterns), JSON.stringify(record.findings.filter(isImplementation))],
      ...[JSON.stringify(exchange.solution), exchange.answer],
    ],
  );
  await index.put(session, number, record.words);
  await writeFindings(writing, record);
}

async function writeFindings({ session, tenant, patterns }: Writing, record: ExchangeRecord): Promise<void> {
  const { sessionId, key, project, at } = record.exchange;
  const place = [tenant, sessionId, key];
  await insertRows(
    session,
    "findings",
    ["tenant", "session_id", "exchange_key", "kind", "position", "project", "at", "label", "body"],
    record.findings
      .filter((finding) => !isImplementation(finding))
      .map((finding, position) => [
        ...place,
        ...[finding.kind, position, project, at, labelOf(finding), JSON.stringify(finding)],
      ]),
  );
  for (const use of record.patterns) patterns.add(project, { sessionId, key, at }, use);
  await insertRows(
    session,
    "file_touches",
    ["tenant", "session_id", "exchange_key", "path", "how", "project", "at"],
    record.touches.map(({ path, how }) => [...place, path, how, project, at]),
  );
}

/** Changes of files are many and only asked for with their exchange: they stand in its row. */
const isImplementation = ({ kind }: Finding): boolean => kind === "implementation";

/** What a finding is looked up by. */
const labelOf = (finding: Finding): string => (finding.kind === "remediation" ? finding.fingerprint : "");

async function takeBack({ session, tenant, patterns }: Writing, sessionId: string, key: string): Promise<void> {
  const place = [tenant, sessionId, key];
  const [row] = await session.all<{ project: string; at: string; patterns: string }>(
    "SELECT project, at, patterns FROM exchanges WHERE tenant = ? AND session_id = ? AND key = ?",
    place,
  );
  for (const use of row ? (JSON.parse(row.patterns) as PatternUse[]) : []) {
    patterns.takeBack(row?.project ?? "", { sessionId, key, at: row?.at ?? "" }, use);
  }
  for (const table of ["findings", "file_touches"]) {
    await session.run(`DELETE FROM ${table} WHERE tenant = ? AND session_id = ? AND exchange_key = ?`, place);
  }
  await session.run("DELETE FROM exchanges WHERE tenant = ? AND session_id = ? AND key = ?", place);
}

async function numberOf(session: SqlSession, place: readonly string[]): Promise<number | undefined> {
  const text = "SELECT number FROM exchanges WHERE tenant = ? AND session_id = ? AND key = ?";
  const [row] = await session.all<{ number: number }>(text, place);
  return row && Number(row.number);
}

async function nextNumber(writing: Writing): Promise<number> {
  if (writing.nextNumber === undefined) {
    const text = `SELECT max(number) AS n FROM exchanges WHERE ${writing.session.dialect.ownRows}`;
    const [row] = await writing.session.all<{ n: number | null }>(text);
    writing.nextNumber = Number(row?.n ?? 0) + 1;
  }
  return writing.nextNumber++;
}

export const dayOf = (at: string): number => Math.floor((Date.parse(at) || 0) / 86_400_000);

/** Removes a session with all that was drawn from it. */
export async function removeSession(
  { index, documents }: Pick<SliceStoreParts, "index" | "documents">,
  session: SqlSession,
  tenant: string,
  id: string,
): Promise<{ exchanges: number; events: number }> {
  const patterns = gatherPatternChanges();
  const writing: Writing = {
    ...{ session, tenant, index, patterns, nextNumber: undefined },
    documents: documents.within(session),
  };
  const rows = await session.all<{ number: number; key: string }>(
    "SELECT number, key FROM exchanges WHERE tenant = ? AND session_id = ?",
    [tenant, id],
  );
  for (const { number, key } of rows) {
    await takeBack(writing, id, key);
    await index.remove(session, Number(number));
  }
  await writing.documents.remove(
    tenant,
    rows.map(({ key }) => documentId(id, key)),
  );
  await patterns.write(session, tenant);
  const [counted] = await session.all<{ n: number | null }>(
    "SELECT sum(events) AS n FROM session_chunks WHERE tenant = ? AND session_id = ?",
    [tenant, id],
  );
  for (const table of ["session_chunks", "session_blob_uses", "injections"]) {
    await session.run(`DELETE FROM ${table} WHERE tenant = ? AND session_id = ?`, [tenant, id]);
  }
  await session.run("DELETE FROM sessions WHERE tenant = ? AND id = ?", [tenant, id]);
  await session.run(
    `DELETE FROM session_blobs WHERE tenant = ? AND NOT EXISTS
     (SELECT 1 FROM session_blob_uses u WHERE u.tenant = session_blobs.tenant AND u.hash = session_blobs.hash)`,
    [tenant],
  );
  return { exchanges: rows.length, events: Number(counted?.n ?? 0) };
}
