import { tokensOf } from "../../base/text/tokens.js";
import type { Candidate, CandidateSet } from "../search/retrieve/retrieve-candidates.js";
import { isHistory } from "./code-documents.js";
import { fileRoleOf } from "./file-role.js";
import { lastPart, namesModule, type QueryClues, refersTo } from "./query-clues.js";
import { scoreChunk } from "./score-chunk.js";

export interface RankedChunk {
  readonly candidate: Candidate;
  readonly sum: number;
}

/** A file and its candidate chunks, the best first. */
export interface RankedFile {
  readonly path: string;
  readonly score: number;
  readonly chunks: readonly RankedChunk[];
}

// Chosen on bench/code-questions, see decision 0132.
export const fileWeights = {
  /** Added by the second and third chunk, each as a share of the one before. */
  otherChunks: 0.1,
  /** Words of the question in any chunk of the file. */
  coverage: 0.2,
  /** Words of the question in the file's path. */
  path: 0.2,
  /** The subject lines of commits that changed the file. */
  history: 0.5,
  /** A symbol of the question, where it is declared. */
  symbol: 0.1,
  /** A path of the question. */
  mention: 0.5,
  /** A dotted name of the question that is the file's module. */
  module: 0.2,
  /** Factor for other files than sources where the question is not about them. */
  otherRole: 0.5,
  /** Files below this share of the best score are not listed. */
  minShare: 0.4,
};

/** Scales a file that matches the whole question to the score of such a chunk. */
const scale = () => 1 + fileWeights.coverage + fileWeights.path;

/** Files by relevance: the best chunk decides, the rest of the file, its path and its history add to it. */
export function rankFiles({ candidates, terms }: CandidateSet, clues: QueryClues): RankedFile[] {
  const totalIdf = terms.reduce((sum, { idf, weight }) => sum + idf * weight, 0) || 1;
  const shares = new Map(terms.map(({ token, idf, weight }) => [token, (idf * weight) / totalIdf]));
  const shareOf = (tokens: Iterable<string>) =>
    [...new Set(tokens)].reduce((sum, one) => sum + (shares.get(one) ?? 0), 0);
  const ranked = [...byFile(candidates)]
    .map(([path, { own, history }]): RankedFile => {
      const chunks = own.map((one) => rankChunk(one, clues)).sort((a, b) => b.sum - a.sum);
      const [first = 0, second = 0, third = 0] = chunks.map(({ sum }) => sum);
      const pooled = first + fileWeights.otherChunks * (second + fileWeights.otherChunks * third);
      const coverage = shareOf(own.flatMap(({ keyword }) => keyword.matched)) * fileWeights.coverage;
      const pathCoverage = shareOf(tokensOf(path)) * fileWeights.path;
      const changes = history ? scoreChunk(history) * fileWeights.history : 0;
      const mention = clues.paths.some((one) => refersTo(one, path)) ? fileWeights.mention : 0;
      const module = namesModule(clues.modules, path) ? fileWeights.module : 0;
      const sum = pooled + coverage + pathCoverage + changes + Math.max(mention, module);
      return { path, score: (sum * roleFactor(path, clues)) / scale(), chunks };
    })
    .filter(({ chunks }) => chunks.length > 0)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  const min = (ranked[0]?.score ?? 0) * fileWeights.minShare;
  return ranked.filter(({ score }) => score >= min);
}

function roleFactor(path: string, { about }: QueryClues): number {
  const role = fileRoleOf(path);
  return role === "source" || about.has(role) ? 1 : fileWeights.otherRole;
}

interface FileCandidates {
  readonly own: Candidate[];
  history: Candidate | undefined;
}

function byFile(candidates: readonly Candidate[]): Map<string, FileCandidates> {
  const files = new Map<string, FileCandidates>();
  for (const one of candidates) {
    const path = one.document.files[0] ?? "";
    const file = files.get(path) ?? { own: [], history: undefined };
    files.set(path, file);
    if (isHistory(one.document)) file.history = one;
    else file.own.push(one);
  }
  return files;
}

function rankChunk(candidate: Candidate, { symbols, words }: QueryClues): RankedChunk {
  const { title } = candidate.document;
  const last = lastPart(title);
  const declares = symbols.has(title) || symbols.has(last) ? 1 : last.length > 3 && words.has(last) ? 0.5 : 0;
  return { candidate, sum: scoreChunk(candidate) + fileWeights.symbol * declares };
}
