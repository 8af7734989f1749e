import type { SqlRow } from "../sql.js";
import { isConnectionLost } from "./postgres-errors.js";
import type { Connection } from "./postgres-pool.js";
import { inlineParameters, literal, type PostgresQuery, plannedEachTime, typeOf } from "./postgres-text.js";

type Rows = readonly SqlRow[];
type Send = (tenant: string, queries: readonly PostgresQuery[]) => Promise<readonly Rows[]>;

interface PendingRead {
  readonly query: PostgresQuery;
  answer(rows: Rows): void;
  fail(error: unknown): void;
}

/** Limits how long a read waits for the others of its batch. */
const maxBatchSize = 20;

/** Sends all reads of a tenant in one turn of the event loop as one message: the round trip costs more than most reads. */
export function batchReads(send: Send): (tenant: string, query: PostgresQuery) => Promise<Rows> {
  const pendingByTenant = new Map<string, PendingRead[]>();

  const sendBatch = async (tenant: string, reads: readonly PendingRead[]): Promise<void> => {
    try {
      const queries = reads.map(({ query }) => query);
      const answers = await send(tenant, queries);
      for (const [i, read] of reads.entries()) read.answer(answers[i] ?? []);
    } catch (error) {
      const isForAll =
        reads.length === 1 || isConnectionLost(error) || (error instanceof Error && isConnectionLost(error.cause));
      if (isForAll) for (const read of reads) read.fail(error);
      // One of them failed; the others are sent again alone.
      else for (const read of reads) void sendBatch(tenant, [read]);
    }
  };
  const flush = (tenant: string) => {
    const pending = pendingByTenant.get(tenant) ?? [];
    pendingByTenant.delete(tenant);
    for (let i = 0; i < pending.length; i += maxBatchSize) void sendBatch(tenant, pending.slice(i, i + maxBatchSize));
  };

  return (tenant, query) =>
    new Promise((answer, fail) => {
      const pending = pendingByTenant.get(tenant);
      if (pending) pending.push({ query, answer, fail });
      else {
        pendingByTenant.set(tenant, [{ query, answer, fail }]);
        setImmediate(flush, tenant);
      }
    });
}

/** Sets the tenant of a transaction, and makes it read-only. */
const begin = "SELECT set_config('throughline.tenant', $1, true), set_config('transaction_read_only', 'on', true)";

/** Names and values of settings that a transaction sets for itself. */
export type LocalSettings = Readonly<Record<string, string>>;

export const setLocal = (settings: LocalSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `, set_config(${literal(name)}, ${literal(value)}, true)`)
    .join("");

/**
 * The statements of one message are one transaction: the settings of the first apply to all, and a failure ends them
 * all. Each statement is prepared once per connection.
 */
export async function readBatch(
  connection: Connection,
  tenant: string,
  queries: readonly PostgresQuery[],
  settings: LocalSettings,
): Promise<readonly Rows[]> {
  const { client } = connection;
  const opening = { text: begin + setLocal(settings), params: [tenant] };
  const calls = [opening, ...queries].map((query) => callOf(connection, query));
  const results = client.unsafe(calls.map(({ text }) => text).join("; ")).execute();
  try {
    const [[, ...answers]] = await Promise.all([results, ...calls.flatMap(({ preparing }) => preparing ?? [])]);
    return (answers as unknown as Rows[]).map((rows) => [...rows]);
  } catch (error) {
    // A table has changed since: a new connection prepares every statement again.
    if (isOutdated(error)) connection.isLost = true;
    throw error;
  }
}

/** Calls a prepared statement by name. If it is new, PREPARE is sent first. */
function callOf({ client, statements }: Connection, query: PostgresQuery) {
  if (!statements || query.text.startsWith(plannedEachTime)) return { text: inlineParameters(query) };
  const { text, params } = query;
  const types = parenthesize(params.map(typeOf));
  const { name, isNew } = statements.name(types + text);
  const call = `EXECUTE ${name}${parenthesize(params.map(literal))}`;
  if (!isNew) return { text: call };
  const preparation = client.unsafe(`PREPARE ${name}${types} AS ${text}`).execute();
  const preparing = preparation.catch((error) => {
    statements.forget(types + text);
    throw error;
  });
  return { text: call, preparing };
}

const parenthesize = (items: readonly string[]): string => (items.length === 0 ? "" : ` (${items.join(", ")})`);

/** Whether a prepared statement is outdated because a table has changed. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && "routine" in error && error.routine === "RevalidateCachedQuery";
