import { AppError } from "../../base/errors.js";
import type { Sql, SqlRow, SqlSession, SqlValue } from "../../engine/sql.js";
import { inTenant } from "../../engine/tenant-scope.js";
import { keysOf, readRows } from "../../store/all-rows.js";
import { advanceSequences, copyVectors, markAllEmbedded, markEmbedded } from "../../store/move/move-search.js";
import {
  addRows,
  type CommonTable,
  commonTables,
  createSum,
  forgetProgress,
  hasBegun,
  readProgress,
  writeProgress,
} from "../../store/move/table-copy.js";
import { type DocumentRow, toDocument } from "../../store/search/document-row.js";
import { addWords } from "../../store/search/search-writer.js";

/** Source and target, in the form of the setting `database`. */
export interface DatabaseMove {
  readonly from: string;
  readonly to: string;
  /** Adds to the target's rows; existing rows are not changed. */
  readonly add: boolean;
}

export interface MoveRequest {
  readonly from: Sql;
  readonly to: Sql;
  /** Name of the source in the progress record. */
  readonly source: string;
  readonly add: boolean;
  readonly signal: AbortSignal;
  progress(done: number, of: number | undefined, message: string): void;
}

export type MoveReport = Awaited<ReturnType<typeof moveDatabase>>;
type MovedTable = Awaited<ReturnType<typeof compare>>;

const batchSize = 200;
/** Columns that each database numbers by itself, and that no other table refers to. */
const localNumberColumns: Readonly<Record<string, string>> = { exchanges: "number" };

/** Copies one database to another in batches; an interrupted copy resumes. */
export async function moveDatabase(request: MoveRequest) {
  const { from, to, source, add, signal } = request;
  const tables = await commonTables(from, to);
  const isResumed = await hasBegun(to, source);
  if (!isResumed && !add) await requireEmpty(to, tables);
  for (const table of tables) {
    await copyTable(request, table);
    if (signal.aborted) return { tables: [], isResumed, isWhole: false };
  }
  const tenants = await tenantsOf(from);
  for (const tenant of tenants) await finishTenant(request, tenant);
  if (!to.dialect.isKeyedByTenant) await markAllEmbedded(from, to);
  await advanceSequences(to);
  const moved: MovedTable[] = [];
  for (const table of tables) moved.push(await compare(request, table));
  const isWhole = moved.every(({ isEqual }) => isEqual);
  if (isWhole) await forgetProgress(to, source);
  return { tables: moved, isResumed, isWhole };
}

async function requireEmpty(to: Sql, tables: readonly CommonTable[]): Promise<void> {
  for (const { name } of tables) {
    if ((await to.all(`SELECT 1 AS x FROM ${name} LIMIT 1`)).length === 0) continue;
    throw new AppError("conflict", `The target is not empty: ${name} has rows. Nothing was written.`, {
      hint: "Choose an empty database, or pass --add to keep its rows and add the rest.",
    });
  }
}

async function copyTable({ from, to, source, progress, signal }: MoveRequest, table: CommonTable): Promise<void> {
  let { after, isDone } = await readProgress(to, source, table.name);
  let copied = 0;
  while (!isDone && !signal.aborted) {
    const rows = await readRows(from, table, after, batchSize);
    const last = rows.at(-1);
    after = last ? keysOf(last, table.key) : after;
    isDone = rows.length < batchSize;
    const groups = groupByTenant(rows);
    for (const [i, [tenant, tenantRows]] of groups.entries()) {
      const isLast = i === groups.length - 1;
      await inTenant(tenant, () =>
        to.transaction(async (session) => {
          await insertRows(session, table, tenantRows);
          // In the transaction of the last rows: adding earlier ones again is harmless.
          if (isLast) await writeProgress(session, source, table.name, { after, isDone });
        }),
      );
    }
    if (groups.length === 0)
      await to.transaction((session) => writeProgress(session, source, table.name, { after, isDone }));
    copied += rows.length;
    progress(copied, undefined, `copying ${table.name}`);
  }
}

async function insertRows(session: SqlSession, table: CommonTable, rows: readonly SqlRow[]): Promise<void> {
  const numberColumn = localNumberColumns[table.name];
  if (numberColumn !== undefined && !session.dialect.isKeyedByTenant)
    return insertRenumbered(session, table, rows, numberColumn);
  await addRows(session, table.name, rows);
  if (table.name !== "search_documents") return;
  await addWords(
    session,
    rows.map((row) => toDocument(row as DocumentRow)),
  );
}

/** On a server each tenant has its own numbers; in a file all tenants share them. */
async function insertRenumbered(
  session: SqlSession,
  { name }: CommonTable,
  rows: readonly SqlRow[],
  numberColumn: string,
): Promise<void> {
  const [row] = await session.all<{ n: number | null }>(`SELECT max(${numberColumn}) AS n FROM ${name}`);
  const first = Number(row?.n ?? 0) + 1;
  await addRows(
    session,
    name,
    rows.map((row, i) => ({ ...row, [numberColumn]: first + i })),
  );
}

function groupByTenant(rows: readonly SqlRow[]): [string, SqlRow[]][] {
  const groups = new Map<string, SqlRow[]>();
  for (const row of rows) {
    const tenant = String(row.tenant ?? "");
    groups.set(tenant, [...(groups.get(tenant) ?? []), row]);
  }
  return [...groups];
}

async function tenantsOf(from: Sql): Promise<string[]> {
  const rows = await from.all<{ tenant: string }>(
    "SELECT tenant FROM search_documents UNION SELECT tenant FROM exchanges ORDER BY 1",
  );
  return rows.map(({ tenant }) => tenant);
}

async function finishTenant({ from, to, progress }: MoveRequest, tenant: string): Promise<void> {
  await inTenant(tenant, async () => {
    await copyVectors(from, to, tenant, (done) => progress(done, undefined, "copying vectors"));
    if (to.dialect.isKeyedByTenant) await markEmbedded(from, to, tenant);
  });
}

/** Reads both sides again from the start and compares checksums. */
async function compare({ from, to, add, progress }: MoveRequest, table: CommonTable) {
  const ignored = localNumberColumns[table.name];
  const columns = table.columns.filter((name) => name !== ignored);
  const [ours, theirs] = [
    await sumOf(from, { ...table, columns }),
    await sumOf(to, { ...table, columns, key: table.targetKey }),
  ];
  progress(theirs.rows, undefined, `comparing ${table.name}`);
  const isEqual = add ? theirs.rows >= ours.rows : theirs.rows === ours.rows && theirs.checksum === ours.checksum;
  return { table: table.name, ...theirs, isEqual };
}

async function sumOf(sql: Sql, table: CommonTable): Promise<{ rows: number; checksum: string }> {
  const sum = createSum();
  const withKey = { ...table, columns: [...new Set([...table.columns, ...table.key])] };
  for (let after: SqlValue[] | undefined; ; ) {
    const rows = await readRows(sql, withKey, after, batchSize);
    for (const row of rows) sum.add(keysOf(row, table.columns));
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return sum.value();
    after = keysOf(last, table.key);
  }
}
