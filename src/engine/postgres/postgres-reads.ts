import type { SqlRow } from "../sql.js";
import { isGone } from "./postgres-errors.js";
import type { Connection } from "./postgres-pool.js";
import { literal, type PostgresQuery, typeOf } from "./postgres-text.js";

type Rows = readonly SqlRow[];
type Send = (tenant: string, queries: readonly PostgresQuery[]) => Promise<readonly Rows[]>;

interface Waiting {
  readonly query: PostgresQuery;
  answer(rows: Rows): void;
  fail(error: unknown): void;
}

/** More than this in one message, and one that waits for many would wait for too many. */
const maxBatchSize = 20;

/** What is read for a tenant in one turn of the event loop goes to the server as one message: the way there costs more than most of it. */
export function batchReads(send: Send): (tenant: string, query: PostgresQuery) => Promise<Rows> {
  const waiting = new Map<string, Waiting[]>();

  const ask = async (tenant: string, asked: readonly Waiting[]): Promise<void> => {
    try {
      const answers = await send(
        tenant,
        asked.map(({ query }) => query),
      );
      for (const [i, one] of asked.entries()) one.answer(answers[i] ?? []);
    } catch (error) {
      const isForAll = asked.length === 1 || isGone(error) || (error instanceof Error && isGone(error.cause));
      if (isForAll) for (const one of asked) one.fail(error);
      // One of them is at fault: the others have an answer.
      else for (const one of asked) void ask(tenant, [one]);
    }
  };
  const askAll = (tenant: string) => {
    const all = waiting.get(tenant) ?? [];
    waiting.delete(tenant);
    for (let i = 0; i < all.length; i += maxBatchSize) void ask(tenant, all.slice(i, i + maxBatchSize));
  };

  return (tenant, query) =>
    new Promise((answer, fail) => {
      const others = waiting.get(tenant);
      if (others) others.push({ query, answer, fail });
      else {
        waiting.set(tenant, [{ query, answer, fail }]);
        setImmediate(askAll, tenant);
      }
    });
}

/** Whose rows a transaction reads, and that it writes none. */
const begin = "SELECT set_config('throughline.tenant', $1, true), set_config('transaction_read_only', 'on', true)";

/**
 * Statements of one message are one transaction: what its first one says holds to its last, and whatever fails ends all of
 * it. The statements themselves are prepared once for a connection.
 */
export async function readBatch(
  connection: Connection,
  tenant: string,
  queries: readonly PostgresQuery[],
): Promise<readonly Rows[]> {
  const { client } = connection;
  const calls = [{ text: begin, params: [tenant] }, ...queries].map((query) => callOf(connection, query));
  const sent = client.unsafe(calls.map(({ text }) => text).join("; ")).execute();
  try {
    const [[, ...answers]] = await Promise.all([sent, ...calls.flatMap(({ preparing }) => preparing ?? [])]);
    return (answers as unknown as Rows[]).map((rows) => [...rows]);
  } catch (error) {
    // A table has got another column since: a new connection prepares everything again.
    if (isOutdated(error)) connection.isLost = true;
    throw error;
  }
}

/** A statement by the name under which it is prepared, or is being prepared: that was sent before it. */
function callOf({ client, statements }: Connection, { text, params }: PostgresQuery) {
  const types = listed(params.map(typeOf));
  const { name, isNew } = statements.name(types + text);
  const call = `EXECUTE ${name}${listed(params.map(literal))}`;
  if (!isNew) return { text: call };
  const preparation = client.unsafe(`PREPARE ${name}${types} AS ${text}`).execute();
  const preparing = preparation.catch((error) => {
    statements.forget(types + text);
    throw error;
  });
  return { text: call, preparing };
}

const listed = (items: readonly string[]): string => (items.length === 0 ? "" : ` (${items.join(", ")})`);

/** Says that a statement was prepared for tables as they no longer are. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && "routine" in error && error.routine === "RevalidateCachedQuery";
