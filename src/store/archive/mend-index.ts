import type { SqlSession } from "../../engine/sql.js";
import type { ExchangeIndex } from "./exchange-index.js";

/** The words that a text is found by. */
export type WordsOf = (text: string) => readonly string[];

/** An index that cannot be written to must not keep a session from being archived: it is made anew, once. */
export function selfMending(index: ExchangeIndex, wordsOf: WordsOf): ExchangeIndex {
  return {
    ...index,
    put: (session, entries) =>
      index.put(session, entries).catch(async () => {
        await mendIndex(session, index, wordsOf);
        for (const { number } of entries) await index.remove(session, number);
        await index.put(session, entries);
      }),
    remove: (session, number) =>
      index.remove(session, number).catch(async () => {
        await mendIndex(session, index, wordsOf);
        await index.remove(session, number);
      }),
  };
}

const batch = 500;

/** Makes the index anew from the exchanges. */
export async function mendIndex(session: SqlSession, index: ExchangeIndex, wordsOf: WordsOf): Promise<void> {
  await index.clear(session);
  for (let last = 0, more = true; more; ) {
    const rows = await session.all<{ number: number; question: string; answer: string; files: string }>(
      `SELECT number, question, answer, files FROM exchanges WHERE ${session.dialect.ownRows} AND number > ?
       ORDER BY number LIMIT ?`,
      [last, batch],
    );
    const entries = rows.map(({ number, question, answer, files }) => ({
      number: Number(number),
      words: wordsOf(`${question}\n${answer}\n${(JSON.parse(files) as string[]).join("\n")}`),
    }));
    await index.put(session, entries);
    last = Number(rows.at(-1)?.number ?? 0);
    more = rows.length === batch;
  }
}
