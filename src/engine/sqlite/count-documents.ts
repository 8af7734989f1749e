import type { SqlSession } from "../sql.js";
import { quoteToken } from "./match-text.js";

/** Documents counted from each end; if there are more, the rest is estimated from their density. */
const defaultSampleSize = 10_000;

/** The document frequency of a token, at most `max`; estimated beyond twice `sampleSize`. */
export async function countDocuments(
  session: SqlSession,
  token: string,
  max: number,
  sampleSize = defaultSampleSize,
): Promise<number> {
  const first = await countFrom(session, "ASC", token, Math.min(max, sampleSize));
  if (first.n < sampleSize || max <= sampleSize) return first.n;
  const last = await countFrom(session, "DESC", token, sampleSize);
  if (last.end <= first.end) return (await countFrom(session, "ASC", token, Math.min(max, 2 * sampleSize))).n;
  const [newest] = await session.all<{ nr: number }>("SELECT max(nr) AS nr FROM search_documents");
  const maxDocId = Number(newest?.nr ?? 0);
  return Math.min(max, Math.round((2 * sampleSize * maxDocId) / (first.end + maxDocId - last.end)));
}

/** The number of documents from one end, and the id of the last of them. */
async function countFrom(session: SqlSession, order: "ASC" | "DESC", token: string, max: number) {
  const [row] = await session.all<{ n: number; end: number | null }>(
    `SELECT count(*) AS n, ${order === "ASC" ? "max" : "min"}(rowid) AS "end" FROM (
       SELECT rowid FROM search_words WHERE search_words MATCH ? ORDER BY rowid ${order} LIMIT ?)`,
    [quoteToken(token), max],
  );
  return { n: Number(row?.n ?? 0), end: Number(row?.end ?? 0) };
}
