import type { SqlRow, SqlSession } from "../../engine/sql.js";
import type { PatternUse } from "./exchange.js";
import type { ExchangeIndex } from "./exchange-index.js";

/** The words that a text is found by. */
export type WordsOf = (text: string) => readonly string[];

/** An index that cannot be written to must not keep a session from being archived: it is made anew, once. */
export function selfRepairing(index: ExchangeIndex, wordsOf: WordsOf): ExchangeIndex {
  return {
    ...index,
    put: (session, entries) =>
      index.put(session, entries).catch(async () => {
        await rebuildIndex(session, index, wordsOf);
        for (const { number } of entries) await index.remove(session, number);
        await index.put(session, entries);
      }),
    remove: (session, number) =>
      index.remove(session, number).catch(async () => {
        await rebuildIndex(session, index, wordsOf);
        await index.remove(session, number);
      }),
  };
}

const batch = 500;

interface Told {
  readonly number: number;
  readonly question: string;
  readonly answer: string;
  readonly files: string;
  readonly patterns: string;
}

/** Makes the index anew from the exchanges. */
export async function rebuildIndex(session: SqlSession, index: ExchangeIndex, wordsOf: WordsOf): Promise<void> {
  await index.clear(session);
  for (let last = 0, more = true; more; ) {
    const rows = await session.all<Told & SqlRow>(
      `SELECT number, question, answer, files, patterns FROM exchanges WHERE ${session.dialect.ownRows} AND number > ?
       ORDER BY number LIMIT ?`,
      [last, batch],
    );
    await index.put(
      session,
      rows.map((row) => ({ number: Number(row.number), words: wordsOf(textOf(row)) })),
    );
    last = Number(rows.at(-1)?.number ?? 0);
    more = rows.length === batch;
  }
}

/** Exchanges are found by their commands and errors too; of those their patterns are what is kept in the row. */
function textOf({ question, answer, files, patterns }: Told): string {
  const uses = JSON.parse(patterns) as PatternUse[];
  const done = uses.filter(({ kind }) => kind === "command" || kind === "error").map(({ pattern }) => pattern);
  return [question, answer, ...(JSON.parse(files) as string[]), ...done].join("\n");
}
