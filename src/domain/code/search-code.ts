import { globLiteral, globMatcher } from "../../base/text/glob.js";
import { type CodeStore, codeKind, sourceOf } from "../../store/code/code-store.js";
import type { Call } from "../call.js";
import type { SiblingsOf } from "../search/retrieve/retrieve-candidates.js";
import type { Search } from "../search/search.js";
import { isHistory, otherFilesOf } from "./code-documents.js";
import { type CodeHit, codeHits } from "./code-hits.js";
import { filesNamedIn, maxSections } from "./document-mentions.js";
import { namesModule, type QueryClues, readClues, refersTo } from "./query-clues.js";
import { type RankedFile, rankFiles } from "./rank-files.js";

/** How many of the best files by keywords, and of the best by similarity, are guaranteed a position among the first ten. */
const guaranteedByKeywords = 2;
const guaranteedBySimilarity = 2;
const firstCount = 10;

/** Keeps the order of the files, except that the best of each ranking are guaranteed a position. */
export function chooseFiles(ranked: readonly RankedFile[], limit: number): RankedFile[] {
  const end = Math.min(limit, firstCount);
  const guaranteed = new Set([
    ...best(ranked, bm25).slice(0, guaranteedByKeywords),
    ...best(ranked, similarity).slice(0, guaranteedBySimilarity),
  ]);
  const late = ranked
    .slice(end)
    .filter((one) => guaranteed.has(one))
    .slice(0, end);
  if (late.length === 0) return [...ranked];
  const displaced = ranked
    .slice(0, end)
    .filter((one) => !guaranteed.has(one))
    .slice(-late.length);
  const kept = ranked.slice(0, end).filter((one) => !displaced.includes(one));
  const moved = late.slice(0, end - kept.length);
  const first = [...kept, ...moved];
  return [...first, ...ranked.filter((one) => !first.includes(one))];
}

const best = (files: readonly RankedFile[], by: (file: RankedFile) => number): RankedFile[] =>
  files.filter((one) => by(one) > 0).sort((a, b) => by(b) - by(a));

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

/** Where the code that a question means is: every file once, at its best place, as long as there are enough files. */
export async function searchCode(
  { store, search }: { readonly store: CodeStore; readonly search: Search },
  call: Call,
  { id, owner, fileCount }: { readonly id: string; readonly owner: string; readonly fileCount: number },
  { query, files: patterns, limit, meaning, waitMs }: CodeQuery,
): Promise<CodeAnswer> {
  const request = {
    tenant: call.tenant,
    query: withoutMinus(query),
    kinds: [codeKind],
    scopes: [owner],
    ...(patterns && patterns.length > 0 ? { files: patterns } : {}),
    ...(meaning === undefined ? {} : { meaning }),
    ...(waitMs === undefined ? {} : { waitMs }),
  };
  const clues = readClues(query);
  const named = sourcesOf(id, await namedFiles(store, call.tenant, id, clues));
  const retrieve = async (depth: number, moreChunks: SiblingsOf) => {
    const siblingsOf: SiblingsOf = (documents) => [...named, ...moreChunks(documents)];
    const groups = [
      { project: otherFilesOf(id), depth: Math.ceil(depth / 3), siblingsOf: withNamedFiles(id) },
      { project: id, depth, siblingsOf, ...(clues.isReport ? forReport : {}) },
    ];
    const candidateSet = await search.retrieve({ ...request, groups });
    return { ...candidateSet, ranked: chooseFiles(rankFiles(candidateSet, clues), limit) };
  };
  const depth = Math.max(minDepth, depthEach * limit);
  const ordinary = () => retrieve(depth, withMoreChunks(id, clues.isReport ? 0 : maxWholeFiles));
  /** The database knows the literal parts of the patterns; the candidates are matched with the rest of them. */
  const withPatterns = async (globs: readonly string[]) => {
    const paths = await matchingPaths(store, call.tenant, id, globs);
    if (paths.length <= maxScoredFiles) return retrieve(minDepth, () => sourcesOf(id, paths));
    return paths.length > broadShare * fileCount ? ordinary() : retrieve(depthForFiles, withMoreChunks(id, 0));
  };
  const { ranked, notice, terms } = await (request.files ? withPatterns(request.files) : ordinary());
  const paths = ranked.slice(0, limit).map(({ path }) => path);
  const files = await store.files(call.tenant, id, paths);
  const linesIn = (path: string) => clues.frames.filter((one) => refersTo(one.path, path)).map(({ line }) => line);
  return { hits: codeHits({ id, files, terms, linesIn, limit }, ranked), notice };
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

const sourcesOf = (id: string, paths: readonly string[]) =>
  paths.map((path) => ({ kind: codeKind, source: sourceOf(id, path) }));

async function matchingPaths(store: CodeStore, tenant: string, id: string, files: readonly string[]) {
  const [matchers, literals] = [files.map(globMatcher), files.map(globLiteral)];
  const paths = await store.paths(tenant, id, literals.includes("") ? [] : literals);
  return paths.filter((path) => matchers.some((matches) => matches(path)));
}

/** Scores the other chunks of the best files too, and the chunks of files that were found by their history alone. */
const withMoreChunks =
  (id: string, maxFiles: number): SiblingsOf =>
  (documents) => {
    const pathOf = ({ files }: (typeof documents)[number]) => files[0] ?? "";
    const withChunks = new Set(documents.filter((one) => !isHistory(one)).map(pathOf));
    const historyOnly = documents.filter((one) => isHistory(one) && !withChunks.has(pathOf(one))).map(pathOf);
    const paths = [...[...withChunks].slice(0, maxFiles), ...historyOnly.slice(0, maxHistoryOnly)];
    return sourcesOf(id, paths);
  };

/** Scores the files that the best sections of documentation name: they may share no word with the question. */
const withNamedFiles =
  (id: string): SiblingsOf =>
  (documents) => {
    const paths = documents.slice(0, maxSections).flatMap(filesNamedIn);
    return sourcesOf(id, [...new Set(paths)].slice(0, maxNamedFiles));
  };

/** In questions about code a word with a minus is an option of a command, not one that must be absent. */
const withoutMinus = (query: string) => query.replace(/(^|\s)-+(?=\p{L})/gu, "$1");
