import { globMatcher } from "../../base/text/glob.js";
import { type ChunkLocation, type CodeFile, type CodeStore, codeKind, sourceOf } from "../../store/code/code-store.js";
import type { Call } from "../call.js";
import { isReport } from "../search/query/reduce-query.js";
import type { CandidateSet, SiblingsOf } from "../search/retrieve/retrieve-candidates.js";
import type { Search } from "../search/search.js";
import { chooseFiles } from "./choose-files.js";
import { documentId, isHistory, otherFilesOf } from "./code-documents.js";
import { hitScore } from "./hit-score.js";
import { lastPart, readClues } from "./query-clues.js";
import { nameMatch, type QuestionWords, questionWords, type RankedChunk } from "./rank-chunk.js";
import { type RankedFile, rankFiles } from "./rank-files.js";

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

export interface CodeHit {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly symbol: string;
  readonly kind: string;
  readonly language: string;
  readonly score: number;
  readonly text: string;
  /** Further places of the file that may be meant. */
  readonly also: readonly ChunkLocation[];
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
/** Places of a file that are named beside the best one, and how near to it they must come. */
const maxExtraChunks = 3;
const nearlyAsGood = 0.5;
const minMemberMatch = 0.5;
/** The files whose other chunks are scored too, for a question of ordinary length. */
const maxWholeFiles = 4;

/** Where the code that a question means is: every file once, at its best place, as long as there are enough files. */
export async function searchCode(
  { store, search }: { readonly store: CodeStore; readonly search: Search },
  call: Call,
  { id, owner }: { readonly id: string; readonly owner: string },
  { query, files, limit, meaning, waitMs }: CodeQuery,
): Promise<CodeAnswer> {
  const request = {
    ...{ tenant: call.tenant, query: withoutMinus(query), kinds: [codeKind], scopes: [owner] },
    ...(files && files.length > 0 ? { files } : {}),
    ...(meaning === undefined ? {} : { meaning }),
    ...(waitMs === undefined ? {} : { waitMs }),
  };
  const retrieve = async (depth: number, siblingsOf: SiblingsOf) => {
    const groups = [
      { project: id, depth, siblingsOf, ...(isReport(query.trim()) ? forReport : {}) },
      { project: otherFilesOf(id), depth: Math.ceil(depth / 3) },
    ];
    const candidateSet = await search.retrieve({ ...request, groups });
    return { ...candidateSet, ranked: chooseFiles(rankFiles(candidateSet, readClues(query)), limit) };
  };
  const depth = Math.max(minDepth, depthEach * limit);
  /** File patterns are matched after retrieval, which may leave too few candidates. */
  const retrieveAgain = async (answer: Awaited<ReturnType<typeof retrieve>>) => {
    if (request.files === undefined || fileCount(answer) >= limit) return answer;
    const { paths, share } = await matchingPaths(store, call.tenant, id, request.files);
    if (paths.length <= maxScoredFiles) return retrieve(depth, () => sourcesOf(id, paths));
    return share > broadShare ? answer : retrieve(depthForFiles, withMoreChunks(id, 0));
  };
  const first = await retrieve(depth, withMoreChunks(id, isReport(query.trim()) ? 0 : maxWholeFiles));
  const { ranked, notice, terms } = await retrieveAgain(first);
  const shown = ranked.slice(0, limit);
  const paths = shown.map(({ path }) => path);
  const places = new Map((await store.files(call.tenant, id, paths)).map((file) => [file.path, file]));
  const question = questionWords(terms);
  const best = ranked.map(({ score }) => score).sort((a, b) => b - a);
  const scoreOf = (score: number) => Math.round(hitScore(score, best) * 1000) / 1000;
  const hits = shown.flatMap((one) => hitsOf(id, one, places.get(one.path), { question, scoreOf }));
  return { hits: fill(hits, limit), notice };
}

/** In so few files every chunk is scored. */
const maxScoredFiles = 20;
/** Patterns that match this share of the files leave enough candidates; for others, more are read. */
const broadShare = 0.25;
const depthForFiles = 1000;

const fileCount = ({ candidates }: CandidateSet) => new Set(candidates.map(({ document }) => document.files[0])).size;
const sourcesOf = (id: string, paths: readonly string[]) =>
  paths.map((path) => ({ kind: codeKind, source: sourceOf(id, path) }));

async function matchingPaths(store: CodeStore, tenant: string, id: string, files: readonly string[]) {
  const matchers = files.map(globMatcher);
  const stamps = await store.fileStamps(tenant, id);
  const paths = stamps.map(({ path }) => path).filter((path) => matchers.some((matches) => matches(path)));
  return { paths, share: paths.length / Math.max(1, stamps.length) };
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

/** In questions about code a word with a minus is an option of a command, not one that must be absent. */
const withoutMinus = (query: string) => query.replace(/(^|\s)-+(?=\p{L})/gu, "$1");

interface FileHits {
  readonly first: CodeHit;
  readonly others: readonly CodeHit[];
}

function hitsOf(
  id: string,
  { path, score, chunks }: RankedFile,
  file: CodeFile | undefined,
  { question, scoreOf }: { readonly question: QuestionWords; readonly scoreOf: (score: number) => number },
): FileHits[] {
  const found = chunks.flatMap((chunk) => {
    const place = placeOf(id, path, chunk, file);
    return file && place ? [{ chunk, place: innerPlace(place, file, question) }] : [];
  });
  const [best, ...rest] = found;
  if (!file || !best) return [];
  const toHit = ({ chunk, place: { start, end, symbol, kind } }: (typeof found)[number], sum: number): CodeHit => ({
    ...{
      path,
      start,
      end,
      symbol,
      kind,
      language: file.language,
      text: textOf(id, path, chunk, file, start, end),
      also: [],
    },
    score: scoreOf(sum),
  });
  const also = rest.filter(({ chunk }) => chunk.inFile >= nearlyAsGood * best.chunk.inFile).slice(0, maxExtraChunks);
  return [
    {
      first: { ...toHit(best, score), also: also.map(({ place }) => place) },
      others: rest.map((one) => toHit(one, Math.min(one.chunk.sum, score))),
    },
  ];
}

/** The lines of a place within the chunk that contains it. */
function textOf(id: string, path: string, chunk: RankedChunk, file: CodeFile, start: number, end: number): string {
  const { body } = chunk.candidate.document;
  const from = start - (placeOf(id, path, chunk, file)?.start ?? start);
  return body
    .split("\n")
    .slice(from, from + end - start + 1)
    .join("\n");
}

function placeOf(id: string, path: string, { candidate }: RankedChunk, file: CodeFile | undefined) {
  const key = candidate.document.id.slice(documentId(id, path, "").length);
  return file?.chunks.find((one) => one.key === key);
}

/** In a small class, which is one chunk, the member whose name matches the question better than its own. */
function innerPlace(place: ChunkLocation, { symbols }: CodeFile, question: QuestionWords): ChunkLocation {
  const matchOf = (symbol: string) => nameMatch(lastPart(symbol), question);
  const members = symbols.filter(
    ({ parent, start, end }) => parent !== "" && parent === place.symbol && start >= place.start && end <= place.end,
  );
  const [best] = members.sort((a, b) => matchOf(b.name) - matchOf(a.name));
  if (!best || matchOf(best.name) <= Math.max(minMemberMatch, matchOf(place.symbol))) return place;
  return { key: place.key, start: best.start, end: best.end, kind: best.kind, symbol: best.name };
}

/** Where few files match, their other places fill the answer. */
function fill(found: readonly FileHits[], limit: number): CodeHit[] {
  const first = found.map((one) => one.first);
  if (first.length >= limit) return first;
  const others = found.flatMap((one) => one.others).sort((a, b) => b.score - a.score);
  const filled = [...first.map((one) => ({ ...one, also: [] })), ...others.slice(0, limit - first.length)];
  return filled.sort((a, b) => b.score - a.score);
}
