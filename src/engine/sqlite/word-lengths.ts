import { setImmediate } from "node:timers/promises";
import type { SqlSession } from "../sql.js";

/** How long documents are, in words. */
export interface WordLengths {
  of(nr: number): number;
  /** How many documents there are, and their average length, at least 1. */
  readonly documents: number;
  readonly average: number;
}

const slice = 20_000;
const maxLength = 65_535;

/**
 * The lengths that FTS5 keeps, two bytes each in memory: looking them up row by row is most of what its own ranking costs.
 * They are loaded in slices between the searches of a process; a process that searches once does not need them.
 */
export function createWordLengths(): (session: SqlSession) => Promise<WordLengths | undefined> {
  let lengths = new Uint16Array(slice);
  let last = 0;
  let isAsked = false;
  let isThere = false;
  let reading: Promise<void> | undefined;

  const keep = (nr: number, length: number) => {
    if (nr >= lengths.length) {
      const more = new Uint16Array(Math.max(nr + 1, Math.ceil(lengths.length * 1.5)));
      more.set(lengths);
      lengths = more;
    }
    lengths[nr] = Math.min(maxLength, length);
    last = nr;
  };
  const readSlice = async (session: SqlSession): Promise<boolean> => {
    const [row] = await session.all<{ sizes: string | null; n: number }>(sliceText, [last, slice]);
    eachLength(row?.sizes ?? "", keep);
    return Number(row?.n ?? 0) === slice;
  };
  const readAll = async (session: SqlSession) => {
    while (await readSlice(session)) await setImmediate();
    isThere = true;
  };

  return async (session) => {
    if (!isThere) {
      // A failure, such as a database that was closed meanwhile, is none here: the next search begins again.
      if (isAsked)
        reading ??= readAll(session)
          .catch(() => {})
          .finally(() => (reading = undefined));
      isAsked = true;
      return undefined;
    }
    while (await readSlice(session));
    const [row] = await session.all<{ totals: string }>(totalsText);
    const [documents = 0, ...words] = numbersIn(row?.totals ?? "");
    const average = Math.max(1, sumOf(words) / Math.max(1, documents));
    return { documents, average, of: (nr) => lengths[nr] ?? 0 };
  };
}

/** The lengths of some documents alone, for a process that has not read them all. */
export async function lengthsOf(session: SqlSession, nrs: readonly number[]): Promise<Pick<WordLengths, "of">> {
  const lengths = new Map<number, number>();
  const [row] = await session.all<{ sizes: string | null }>(someText, [JSON.stringify(nrs)]);
  eachLength(row?.sizes ?? "", (nr, length) => lengths.set(nr, Math.min(maxLength, length)));
  return { of: (nr) => lengths.get(nr) ?? 0 };
}

// One text for all rows: a row each would take ten times as long to hand over.
const sliceText = `SELECT group_concat(id || 'x' || hex(sz)) AS sizes, count(*) AS n
  FROM (SELECT id, sz FROM search_words_docsize WHERE id > ? ORDER BY id LIMIT ?)`;
const someText = `SELECT group_concat(sizes.id || 'x' || hex(sizes.sz)) AS sizes
  FROM json_each(?) wanted CROSS JOIN search_words_docsize sizes ON sizes.id = wanted.value`;
const totalsText = "SELECT hex(block) AS totals FROM search_words_data WHERE id = 1";

/** From `12x044E0002,13x…`: a document's number, and how many words each of its fields has. */
function eachLength(sizes: string, keep: (nr: number, length: number) => void): void {
  for (let from = 0; from < sizes.length; ) {
    const middle = sizes.indexOf("x", from);
    const comma = sizes.indexOf(",", middle);
    const end = comma < 0 ? sizes.length : comma;
    keep(Number(sizes.slice(from, middle)), sumOf(numbersIn(sizes.slice(middle + 1, end))));
    from = end + 1;
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** Numbers as SQLite writes them: seven bits a byte, all bytes of a number but its last marked by the eighth. */
function numbersIn(hex: string): number[] {
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
