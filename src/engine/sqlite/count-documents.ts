import type { SqlSession } from "../sql.js";
import { quoted } from "./match-text.js";

/** Documents counted from each end; where that is not all, the rest is estimated from how close together they are. */
const countedEach = 10_000;

/** In how many documents a token is, `most` at most; beyond twice `each`, about. */
export async function countDocuments(
  session: SqlSession,
  token: string,
  max: number,
  each = countedEach,
): Promise<number> {
  const first = await countFrom(session, "ASC", token, Math.min(max, each));
  if (first.n < each || max <= each) return first.n;
  const last = await countFrom(session, "DESC", token, each);
  if (last.end <= first.end) return (await countFrom(session, "ASC", token, Math.min(max, 2 * each))).n;
  const [newest] = await session.all<{ nr: number }>("SELECT max(nr) AS nr FROM search_documents");
  const all = Number(newest?.nr ?? 0);
  return Math.min(max, Math.round((2 * each * all) / (first.end + all - last.end)));
}

/** How many there are from one end, and the number of the last of them. */
async function countFrom(session: SqlSession, order: "ASC" | "DESC", token: string, max: number) {
  const [row] = await session.all<{ n: number; end: number | null }>(
    `SELECT count(*) AS n, ${order === "ASC" ? "max" : "min"}(rowid) AS "end" FROM (
       SELECT rowid FROM search_words WHERE search_words MATCH ? ORDER BY rowid ${order} LIMIT ?)`,
    [quoted(token), max],
  );
  return { n: Number(row?.n ?? 0), end: Number(row?.end ?? 0) };
}
