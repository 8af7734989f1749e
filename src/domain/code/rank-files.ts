import { tokensOf } from "../../base/text/tokens.js";
import { fuse } from "../search/rank/fuse.js";
import type { Candidate, CandidateSet } from "../search/retrieve/retrieve-candidates.js";
import { isTestFile, lastPart, means, type QueryClues } from "./query-clues.js";

export interface RankedChunk {
  readonly candidate: Candidate;
  readonly sum: number;
  readonly relevance: number;
}

/** A file, and those of its chunks that may be meant, the best first. */
export interface RankedFile {
  readonly path: string;
  readonly score: number;
  readonly chunks: readonly RankedChunk[];
}

// Chosen on bench/code-questions, see decision 0035.
const fileWeights = {
  /** What further chunks of a file add to its best one, each a share of the one before. */
  further: 0.1,
  /** Words of the question that the file has, in whichever chunk. */
  coverage: 0.2,
  /** Words of the question in the file's path. */
  path: 0.2,
  /** A symbol that was typed, where it is declared. */
  symbol: 0.1,
  /** A path that was typed. */
  mention: 0.5,
  /** What a test keeps where tests were not asked for: it repeats the words of what it tests. */
  test: 0.9,
};

/** A file that has all of the question counts as much as a chunk that does. */
const scale = 1 + fileWeights.coverage + fileWeights.path;

/** Files by how likely they are meant: the best chunk decides, the rest of the file and its name confirm. */
export function rankFiles({ candidates, terms }: CandidateSet, clues: QueryClues): RankedFile[] {
  const whole = terms.reduce((sum, { idf, weight }) => sum + idf * weight, 0) || 1;
  const worth = new Map(terms.map(({ token, idf, weight }) => [token, (idf * weight) / whole]));
  const share = (tokens: Iterable<string>) => [...new Set(tokens)].reduce((sum, one) => sum + (worth.get(one) ?? 0), 0);
  return [...byFile(candidates)]
    .map(([path, own]): RankedFile => {
      const chunks = own.map((one) => rankChunk(one, clues)).sort((a, b) => b.sum - a.sum);
      const [first = 0, second = 0, third = 0] = chunks.map(({ sum }) => sum);
      const pooled = first + fileWeights.further * (second + fileWeights.further * third);
      const said = share(own.flatMap(({ keyword: words }) => words.matched)) * fileWeights.coverage;
      const named = share(tokensOf(path)) * fileWeights.path;
      const mentioned = clues.paths.some((one) => means(one, path)) ? fileWeights.mention : 0;
      const kind = isTestFile(path) && !clues.isAboutTests ? fileWeights.test : 1;
      return { path, score: ((pooled + said + named + mentioned) * kind) / scale, chunks };
    })
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

function byFile(candidates: readonly Candidate[]): Map<string, Candidate[]> {
  const files = new Map<string, Candidate[]>();
  for (const one of candidates) {
    const path = one.document.files[0] ?? "";
    const own = files.get(path);
    if (own) own.push(one);
    else files.set(path, [one]);
  }
  return files;
}

function rankChunk(candidate: Candidate, { symbols, words }: QueryClues): RankedChunk {
  const { sum, relevance } = fuse(candidate);
  const { title } = candidate.document;
  const last = lastPart(title);
  const declares = symbols.has(title) || symbols.has(last) ? 1 : last.length > 3 && words.has(last) ? 0.5 : 0;
  return { candidate, relevance, sum: sum + fileWeights.symbol * declares };
}
