import { tokensOf } from "../../base/text/tokens.js";
import { fuse } from "../search/rank/fuse.js";
import type { Candidate, CandidateSet } from "../search/retrieve/retrieve-candidates.js";
import { isTestFile, lastPart, type QueryClues, refersTo } from "./query-clues.js";

export interface RankedChunk {
  readonly candidate: Candidate;
  readonly sum: number;
  readonly relevance: number;
}

/** A file and its candidate chunks, the best first. */
export interface RankedFile {
  readonly path: string;
  readonly score: number;
  readonly chunks: readonly RankedChunk[];
}

// Chosen on bench/code-questions, see decision 0035.
const fileWeights = {
  /** Added by the second and third chunk, each as a share of the one before. */
  otherChunks: 0.1,
  /** Words of the question in any chunk of the file. */
  coverage: 0.2,
  /** Words of the question in the file's path. */
  path: 0.2,
  /** A symbol of the question, where it is declared. */
  symbol: 0.1,
  /** A path of the question. */
  mention: 0.5,
  /** Factor for tests where the question is not about tests: a test repeats the words of what it tests. */
  test: 0.9,
};

/** Scales a file that matches the whole question to the score of such a chunk. */
const scale = 1 + fileWeights.coverage + fileWeights.path;

/** Files by relevance: the best chunk decides, the rest of the file and its path add to it. */
export function rankFiles({ candidates, terms }: CandidateSet, clues: QueryClues): RankedFile[] {
  const totalIdf = terms.reduce((sum, { idf, weight }) => sum + idf * weight, 0) || 1;
  const shares = new Map(terms.map(({ token, idf, weight }) => [token, (idf * weight) / totalIdf]));
  const shareOf = (tokens: Iterable<string>) =>
    [...new Set(tokens)].reduce((sum, one) => sum + (shares.get(one) ?? 0), 0);
  return [...byFile(candidates)]
    .map(([path, own]): RankedFile => {
      const chunks = own.map((one) => rankChunk(one, clues)).sort((a, b) => b.sum - a.sum);
      const [first = 0, second = 0, third = 0] = chunks.map(({ sum }) => sum);
      const pooled = first + fileWeights.otherChunks * (second + fileWeights.otherChunks * third);
      const coverage = shareOf(own.flatMap(({ keyword }) => keyword.matched)) * fileWeights.coverage;
      const pathCoverage = shareOf(tokensOf(path)) * fileWeights.path;
      const mention = clues.paths.some((one) => refersTo(one, path)) ? fileWeights.mention : 0;
      const kind = isTestFile(path) && !clues.isAboutTests ? fileWeights.test : 1;
      return { path, score: ((pooled + coverage + pathCoverage + mention) * kind) / scale, chunks };
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
