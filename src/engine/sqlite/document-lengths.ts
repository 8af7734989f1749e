import { setImmediate } from "node:timers/promises";
import { selectColumn } from "../select-column.js";
import type { SqlSession } from "../sql.js";

/** Lengths of documents in tokens. */
export interface DocumentLengths {
  lengthOf(docId: number): number;
  /** The number of documents, and their average length, at least 1. */
  readonly documentCount: number;
  readonly average: number;
}

const sliceSize = 20_000;
const maxLength = 65_535;
const maxUnloadedSearches = 2;

/**
 * The lengths that FTS5 stores, two bytes each in memory: reading them row by row is most of the cost of its ranking.
 * They are loaded in slices between the searches of a process; one that searches once or twice, as a command or a hook
 * does, does not need them.
 */
export function createDocumentLengths(): (session: SqlSession) => Promise<DocumentLengths | undefined> {
  let lengths = new Uint16Array(sliceSize);
  let last = 0;
  let searches = 0;
  let isLoaded = false;
  let reading: Promise<void> | undefined;

  const setLength = (docId: number, length: number) => {
    if (docId >= lengths.length) {
      const larger = new Uint16Array(Math.max(docId + 1, Math.ceil(lengths.length * 1.5)));
      larger.set(lengths);
      lengths = larger;
    }
    lengths[docId] = Math.min(maxLength, length);
    last = docId;
  };
  const readSlice = async (session: SqlSession): Promise<boolean> => {
    const [row] = await session.all<{ sizes: string | null; n: number }>(sliceQuery, [last, sliceSize]);
    eachLength(row?.sizes ?? "", setLength);
    return row?.n === sliceSize;
  };
  const readAll = async (session: SqlSession) => {
    while (await readSlice(session)) await setImmediate();
    isLoaded = true;
  };

  return async (session) => {
    if (!isLoaded) {
      // Failures, such as a closed database, are ignored: the next search starts again.
      if (searches >= maxUnloadedSearches)
        reading ??= readAll(session)
          .catch(() => {})
          .finally(() => (reading = undefined));
      searches++;
      return undefined;
    }
    while (await readSlice(session));
    const [totals = ""] = await selectColumn(session, totalsQuery);
    const [documentCount = 0, ...words] = decodeVarints(totals);
    const average = Math.max(1, sumOf(words) / Math.max(1, documentCount));
    return { documentCount, average, lengthOf: (docId) => lengths[docId] ?? 0 };
  };
}

/** The lengths of some documents, for a process that has not loaded them all. */
export async function lengthsOf(session: SqlSession, docIds: readonly number[]) {
  const lengths = new Map<number, number>();
  const [sizes] = await selectColumn<string | null>(session, lengthsQuery, [JSON.stringify(docIds)]);
  eachLength(sizes ?? "", (docId, length) => lengths.set(docId, Math.min(maxLength, length)));
  return { lengthOf: (docId: number) => lengths.get(docId) ?? 0 };
}

// One text for all rows: returning a row each would take ten times as long.
const sliceQuery = `SELECT group_concat(id || 'x' || hex(sz)) AS sizes, count(*) AS n
  FROM (SELECT id, sz FROM search_words_docsize WHERE id > ? ORDER BY id LIMIT ?)`;
const lengthsQuery = `SELECT group_concat(sizes.id || 'x' || hex(sizes.sz)) AS sizes
  FROM json_each(?) wanted CROSS JOIN search_words_docsize sizes ON sizes.id = wanted.value`;
const totalsQuery = "SELECT hex(block) AS totals FROM search_words_data WHERE id = 1";

/** Parses `12x044E0002,13x…`: a document id, and the number of tokens of each field. */
function eachLength(sizes: string, setLength: (docId: number, length: number) => void): void {
  for (let start = 0; start < sizes.length; ) {
    const middle = sizes.indexOf("x", start);
    const comma = sizes.indexOf(",", middle);
    const end = comma < 0 ? sizes.length : comma;
    setLength(Number(sizes.slice(start, middle)), sumOf(decodeVarints(sizes.slice(middle + 1, end))));
    start = end + 1;
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0);

/** SQLite's varints: seven bits per byte, with the eighth bit set in all bytes but the last. */
function decodeVarints(hex: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  for (const byte of Buffer.from(hex, "hex")) {
    value = value * 128 + (byte & 127);
    if (byte > 127) continue;
    numbers.push(value);
    value = 0;
  }
  return numbers;
}
