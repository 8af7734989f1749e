import type { WordCondition, WordMatch } from "../full-text-index.js";
import type { SqlSession } from "../sql.js";
import { bestOf, scoreBm25 } from "./bm25.js";
import { fittingDocuments } from "./fitting-documents.js";
import { matchText } from "./match-text.js";
import type { WordLengths } from "./word-lengths.js";

/** The documents with most of the words, best first; undefined for a match that is not about any of some whole words. */
export async function matchAny(
  session: SqlSession,
  condition: WordCondition,
  match: WordMatch,
  lengths: WordLengths,
): Promise<number[] | undefined> {
  if (!isAnyOf(match)) return undefined;
  const { groups, marks, limit } = match;
  const scores = await scoreBm25(session, groups.flat(), lengths);
  for (const group of marks) await keepMarked(session, scores, group);
  const found: number[] = [];
  for (let from = 0, count = limit; from < scores.size && found.length < limit; count *= 4) {
    const best = bestOf(scores, count);
    if (best.length > from) found.push(...(await fittingDocuments(session, condition, best.slice(from))));
    // Where scores are no numbers, because others wrote meanwhile, there are never as many.
    else if (count >= scores.size) break;
    from = best.length;
  }
  return found.slice(0, limit);
}

async function keepMarked(session: SqlSession, scores: Map<number, number>, marks: readonly string[]): Promise<void> {
  const [row] = await session.all<{ nrs: string | null }>(
    "SELECT group_concat(rowid) AS nrs FROM search_words WHERE search_words MATCH ?",
    [matchText({ groups: [], none: [], marks: [marks], limit: 0 })],
  );
  const marked = new Set((row?.nrs ?? "").split(",").map(Number));
  for (const nr of scores.keys()) if (!marked.has(nr)) scores.delete(nr);
}

/** Words of which one is enough, all of them whole. */
const isAnyOf = ({ groups, none }: WordMatch): boolean =>
  groups.length === 1 && none.length === 0 && groups.every((group) => group.every((token) => !token.endsWith("*")));
