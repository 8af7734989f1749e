import { tokensOf } from "../../base/text/tokens.js";
import type { Candidate, CandidateSet } from "../search/retrieve/retrieve-candidates.js";
import { isHistory } from "./code-documents.js";
import { sectionsByFile } from "./document-mentions.js";
import { fileRoleOf } from "./file-role.js";
import { namesModule, type QueryClues, refersTo } from "./query-clues.js";
import { questionWords, type RankedChunk, rankChunk } from "./rank-chunk.js";

/** A file and its candidate chunks, the best first. */
export interface RankedFile {
  readonly path: string;
  readonly score: number;
  readonly chunks: readonly RankedChunk[];
  /** The share of the question's information that its text or its path has; all of it where the question names the file. */
  readonly coverage: number;
}

// Chosen on lab/code-search, see decision 0132.
export const fileWeights = {
  /** Added by the second and third chunk, each as a share of the one before. */
  otherChunks: 0.2,
  /** Words of the question in any chunk of the file. */
  coverage: 0.2,
  /** Words of the question in the file's path. */
  path: 0.2,
  /** The subject lines of commits that changed the file. */
  history: 0.5,
  /** A section of documentation that names the file. */
  document: 0.5,
  /** A path of the question. */
  mention: 0.5,
  /** A dotted name of the question that is the file's module. */
  module: 0.2,
  /** The same in a question: a name that was typed is what it is about. */
  typedModule: 1.2,
  /** Factor for other files than sources where the question is not about them. */
  otherRole: 0.5,
  /** Files below this share of the best score are not listed. */
  minShare: 0.4,
};

/** Scales a file that matches the whole question to the score of such a chunk. */
const scale = () => 1 + fileWeights.coverage + fileWeights.path;

/** Files by relevance: the best chunk decides, the rest of the file, its path and its history add to it. */
export function rankFiles({ candidates, terms }: CandidateSet, clues: QueryClues): RankedFile[] {
  const question = questionWords(terms);
  // A word that only resembles one of the repository is no sign that the repository is meant.
  const absent = new Set(terms.filter(({ docFreq }) => docFreq === 0).map(({ token }) => token));
  const moduleWeight = clues.isReport ? fileWeights.module : fileWeights.typedModule;
  const sumOf = (one: Candidate) => rankChunk(one, clues, question).sum;
  const sections = sectionsByFile(candidates, sumOf);
  const ranked = [...byFile(candidates)]
    .map(([path, { own, history }]): RankedFile => {
      const chunks = own.map((one) => rankChunk(one, clues, question)).sort((a, b) => b.sum - a.sum);
      const [first = 0, second = 0, third = 0] = chunks.map(({ sum }) => sum);
      const pooled = first + fileWeights.otherChunks * (second + fileWeights.otherChunks * third);
      const section = sections.get(path);
      const matched = own.flatMap(({ keyword }) => keyword.matched);
      const coverage = question.share(matched);
      const inPath = tokensOf(path);
      const changes = history ? sumOf(history) * fileWeights.history : 0;
      const documented = section ? sumOf(section) * fileWeights.document : 0;
      const mention = clues.paths.some((one) => refersTo(one, path)) ? fileWeights.mention : 0;
      const module = namesModule(clues.modules, path) ? moduleWeight : 0;
      const named = Math.max(mention, module);
      const words = fileWeights.coverage * coverage + fileWeights.path * question.share(inPath);
      return {
        path,
        chunks,
        score: ((pooled + words + changes + documented + named) * roleFactor(path, clues)) / scale(),
        coverage:
          named > 0
            ? 1
            : question.share(
                [...matched, ...inPath, ...(section?.keyword.matched ?? [])].filter((token) => !absent.has(token)),
              ),
      };
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
  for (const one of new Map(candidates.map((candidate) => [candidate.document.docId, candidate])).values()) {
    const path = one.document.files[0] ?? "";
    const file = files.get(path) ?? { own: [], history: undefined };
    files.set(path, file);
    if (isHistory(one.document)) file.history = one;
    else file.own.push(one);
  }
  return files;
}
