import { globLiterals, globsMatcher } from "../../base/text/glob.js";
import { type CodeStore, codeKind, sourceOf } from "../../store/code/code-store.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import type { Call } from "../call.js";
import type { SiblingsOf } from "../search/retrieve/retrieve-candidates.js";
import type { Search } from "../search/search.js";
import { isHistory, otherFilesOf } from "./code-documents.js";
import { type CodeHit, codeHits } from "./code-hits.js";
import { namesModule, type QueryClues, readClues, refersTo } from "./query-clues.js";
import { filesNamedIn, maxSections, type RankedFile, rankFiles } from "./rank-files.js";

/** How many of the best files by keywords, and of the best by similarity, are guaranteed a position among the first ten. */
const guaranteedByEach = 2;
const firstCount = 10;

/** Keeps the order of the files, except that the best of each ranking are guaranteed a position. */
export function chooseFiles(ranked: readonly RankedFile[], limit: number): RankedFile[] {
  const end = Math.min(limit, firstCount);
  const guaranteed = new Set([bm25, similarity].flatMap((by) => best(ranked, by)));
  const head = ranked.slice(0, end);
  const late = ranked.slice(end).filter((one) => guaranteed.has(one));
  const others = head.filter((one) => !guaranteed.has(one));
  const displaced = others.slice(Math.max(0, others.length - late.length));
  const kept = head.filter((one) => !displaced.includes(one));
  return [...new Set([...kept, ...late.slice(0, displaced.length), ...ranked])];
}

const best = (files: readonly RankedFile[], by: (file: RankedFile) => number): RankedFile[] =>
  files
    .filter((one) => by(one) > 0)
    .sort((a, b) => by(b) - by(a))
    .slice(0, guaranteedByEach);

const bm25 = ({ chunks }: RankedFile) => Math.max(...chunks.map(({ candidate }) => candidate.keyword.bm25));
const similarity = ({ chunks }: RankedFile) => Math.max(...chunks.map(({ candidate }) => candidate.similarity ?? 0));

export interface CodeQuery {
  readonly query: string;
  readonly path: string;
  readonly owner?: string | undefined;
  readonly files?: readonly string[] | undefined;
  readonly limit: number;
  /** False finds by words alone. */
  readonly meaning?: boolean | undefined;
  /** How long to wait for the model. Default: as long as any search does. */
  readonly waitMs?: number | undefined;
}

export interface CodeAnswer {
  readonly hits: CodeHit[];
  readonly notice: string | undefined;
}

/** Chunks proposed from each side, for each file wanted and at least: several may be of one file. */
const depthEach = 3;
const minDepth = 60;
/** A report has many words, few of which matter: more chunks must be read to find those that have the right ones. */
const forReport = { depth: 300, maxDocuments: 40_000 };
const maxHistoryOnly = 5;
/** The files whose other chunks are scored too, for a question of ordinary length. */
const maxWholeFiles = 4;
const maxSiblings = 150;

/** The files whose chunks become candidates too, given the documents found so far, the most promising first. */
type FilesFor = (documents: readonly SearchDocument[]) => readonly string[];

/** Where the code that a question means is: every file once, at its best place, as long as there are enough files. */
export async function searchCode(
  { store, search }: { readonly store: CodeStore; readonly search: Search },
  { tenant }: Call,
  { id, owner, fileCount }: { readonly id: string; readonly owner: string; readonly fileCount: number },
  { query, files: patterns = [], limit, meaning, waitMs }: CodeQuery,
): Promise<CodeAnswer> {
  const files = patterns.length > 0 ? patterns : undefined;
  const request = { tenant, query: withoutMinus(query), kinds: [codeKind], scopes: [owner], files, meaning, waitMs };
  const clues = readClues(query);
  const named = await namedFiles(store, tenant, id, clues);
  const chunksOf =
    (filesFor: FilesFor): SiblingsOf =>
    async (documents) => {
      const sources = filesFor(documents).map((path) => sourceOf(id, path));
      return sources.length > 0 ? search.index.bySource(tenant, codeKind, sources, maxSiblings) : [];
    };
  const retrieve = async (depth: number, moreFiles: FilesFor) => {
    const siblingsOf = chunksOf((documents) => [...named, ...moreFiles(documents)]);
    const groups = [
      { project: otherFilesOf(id), depth: Math.ceil(depth / 3), siblingsOf: chunksOf(documentedFiles) },
      { project: id, depth, siblingsOf, ...(clues.isReport ? forReport : {}) },
    ];
    const candidateSet = await search.retrieve({ ...request, groups });
    return { ...candidateSet, ranked: chooseFiles(rankFiles(candidateSet, clues), limit) };
  };
  const ordinary = () => retrieve(Math.max(minDepth, depthEach * limit), bestFiles(clues.isReport ? 0 : maxWholeFiles));
  /** The database knows the literal parts of the patterns; the candidates are matched with the rest of them. */
  const withPatterns = async () => {
    const matching = (await store.paths(tenant, id, globLiterals(patterns))).filter(globsMatcher(patterns));
    if (matching.length <= maxScoredFiles) return retrieve(minDepth, () => matching);
    return matching.length > broadShare * fileCount ? ordinary() : retrieve(depthForFiles, bestFiles(0));
  };
  const { ranked, notice, terms } = await (files ? withPatterns() : ordinary());
  const paths = ranked.slice(0, limit).map(({ path }) => path);
  const linesIn = (path: string) => clues.frames.filter((one) => refersTo(one.path, path)).map(({ line }) => line);
  const hits = codeHits({ id, files: await store.files(tenant, id, paths), terms, linesIn, limit }, ranked);
  return { hits, notice };
}

/** As many names of a question are looked up, and as many files are read for them. */
const maxNames = 10;
const maxNamedFiles = 5;

/** The files that the frames and dotted names of a question mean: they may share no other word with it. */
async function namedFiles(store: CodeStore, tenant: string, id: string, { frames, modules }: QueryClues) {
  const framed = frames.slice(0, maxNames);
  const dotted = new Set([...modules].slice(0, maxNames));
  const names = [...framed.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)), ...dotted];
  if (names.length === 0) return [];
  const paths = await store.paths(tenant, id, [...new Set(names)]);
  const isFramed = (path: string) => framed.some((frame) => refersTo(frame.path, path));
  const meant = paths.filter((path) => isFramed(path) || namesModule(dotted, path));
  return meant.length <= maxNamedFiles ? meant : meant.filter(isFramed).slice(0, maxNamedFiles);
}

/** In so few files every chunk is scored. */
const maxScoredFiles = 20;
/** Patterns that match this share of the files leave enough candidates; for others, more are read. */
const broadShare = 0.25;
const depthForFiles = 200;

/** The best files, whose other chunks are scored too, and the files that were found by their history alone. */
const bestFiles =
  (count: number): FilesFor =>
  (documents) => {
    const pathOf = ({ files }: SearchDocument) => files[0] ?? "";
    const withChunks = new Set(documents.filter((one) => !isHistory(one)).map(pathOf));
    const historyOnly = documents.filter((one) => isHistory(one) && !withChunks.has(pathOf(one))).map(pathOf);
    return [...[...withChunks].slice(0, count), ...historyOnly.slice(0, maxHistoryOnly)];
  };

/** The files that the best sections of documentation name: they may share no word with the question. */
const documentedFiles: FilesFor = (documents) =>
  [...new Set(documents.slice(0, maxSections).flatMap(filesNamedIn))].slice(0, maxNamedFiles);

/** In questions about code a word with a minus is an option of a command, not one that must be absent. */
const withoutMinus = (query: string) => query.replace(/(^|\s)-+(?=\p{L})/gu, "$1");
