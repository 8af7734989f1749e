import { tokensOf } from "../../base/text/tokens.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import type { WeightedTerm } from "../search/rank/score-keywords.js";
import type { Candidate } from "../search/retrieve/retrieve-candidates.js";
import { isHistory } from "./code-documents.js";
import { fileRoleOf } from "./file-role.js";
import { namesModule, type QueryClues, refersTo, writtenPaths } from "./query-clues.js";
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
const weights = {
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
const scale = 1 + weights.coverage + weights.path;

interface CandidateSet {
  readonly candidates: readonly Candidate[];
  readonly terms: readonly WeightedTerm[];
}

/** Files by relevance: the best chunk decides, the rest of the file, its path and its history add to it. */
export function rankFiles({ candidates, terms }: CandidateSet, clues: QueryClues): RankedFile[] {
  const question = questionWords(terms);
  // A word that only resembles one of the repository is no sign that the repository is meant.
  const absent = new Set(terms.filter(({ docFreq }) => docFreq === 0).map(({ token }) => token));
  const moduleWeight = clues.isReport ? weights.module : weights.typedModule;
  const all = new Map(candidates.map((one) => [one.document.docId, rankChunk(one, clues, question)]));
  const sections = sectionsByFile([...all.values()]);
  const ranked = [...byFile([...all.values()])]
    .map(([path, { own, history }]): RankedFile => {
      const chunks = own.toSorted(bestFirst);
      const [first = 0, second = 0, third = 0] = chunks.map(({ sum }) => sum);
      const pooled = first + weights.otherChunks * (second + weights.otherChunks * third);
      const section = sections.get(path);
      const matched = own.flatMap(({ candidate }) => candidate.keyword.matched);
      const inPath = tokensOf(path);
      const changes = (history?.sum ?? 0) * weights.history;
      const documented = (section?.sum ?? 0) * weights.document;
      const mention = clues.paths.some((one) => refersTo(one, path)) ? weights.mention : 0;
      const named = Math.max(mention, namesModule(clues.modules, path) ? moduleWeight : 0);
      const words = weights.coverage * question.share(matched) + weights.path * question.share(inPath);
      const covered = [...matched, ...inPath, ...(section?.candidate.keyword.matched ?? [])];
      return {
        path,
        chunks,
        score: ((pooled + words + changes + documented + named) * roleFactor(path, clues)) / scale,
        coverage: named > 0 ? 1 : question.share(covered.filter((token) => !absent.has(token))),
      };
    })
    .filter(({ chunks }) => chunks.length > 0)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  const min = (ranked[0]?.score ?? 0) * weights.minShare;
  return ranked.filter(({ score }) => score >= min);
}

const bestFirst = (a: RankedChunk, b: RankedChunk) => b.sum - a.sum;

function roleFactor(path: string, { about }: QueryClues): number {
  const role = fileRoleOf(path);
  return role === "source" || about.has(role) ? 1 : weights.otherRole;
}

const pathOf = ({ candidate }: RankedChunk) => candidate.document.files[0] ?? "";

function byFile(chunks: readonly RankedChunk[]) {
  const files = new Map<string, { own: RankedChunk[]; history?: RankedChunk }>();
  for (const one of chunks) {
    const file = files.get(pathOf(one)) ?? { own: [] };
    files.set(pathOf(one), file);
    if (isHistory(one.candidate.document)) file.history = one;
    else file.own.push(one);
  }
  return files;
}

/** A text that names more files is a list of them, not about one. */
const maxFilesNamed = 4;

/** Reading what sections name takes time; the best ones decide. */
export const maxSections = 5;

/** The files that a section of documentation names, as paths from the top of the repository. */
export function filesNamedIn({ files, body }: Pick<SearchDocument, "files" | "body">): readonly string[] {
  if (!body.includes("/") || fileRoleOf(files[0] ?? "") !== "document") return [];
  const paths = writtenPaths(body).filter(({ path }) => path.includes("/") && !path.includes("://"));
  const named = new Set(paths.map(({ path }) => path.replace(/^(?:\.?\/)+/, "")));
  return named.size <= maxFilesNamed ? [...named] : [];
}

/** For each file that documentation names, the section of it that matches the question best. */
function sectionsByFile(chunks: readonly RankedChunk[]): ReadonlyMap<string, RankedChunk> {
  const documented = chunks.filter((one) => fileRoleOf(pathOf(one)) === "document").sort(bestFirst);
  const sections = documented
    .slice(0, maxSections)
    .flatMap((one) => filesNamedIn(one.candidate.document).map((path) => [path, one] as const));
  return new Map(sections.reverse());
}
