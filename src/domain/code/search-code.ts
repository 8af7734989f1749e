import { type ChunkLocation, type CodeFile, type CodeStore, codeKind, sourceOf } from "../../store/code/code-store.js";
import type { Call } from "../call.js";
import { isReport } from "../search/query/reduce-query.js";
import type { SiblingsOf } from "../search/retrieve/retrieve-candidates.js";
import type { Search } from "../search/search.js";
import { chooseFiles } from "./choose-files.js";
import { documentId, isHistory, otherFilesOf } from "./code-documents.js";
import { readClues } from "./query-clues.js";
import { type RankedChunk, type RankedFile, rankFiles } from "./rank-files.js";
import { chunkRelevance } from "./score-chunk.js";

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
const nearlyAsGood = 0.7;

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
  const depth = Math.max(minDepth, depthEach * limit);
  const groups = [
    { project: id, depth, siblingsOf: withHistoryOnly(id), ...(isReport(query.trim()) ? forReport : {}) },
    { project: otherFilesOf(id), depth: Math.ceil(depth / 3) },
  ];
  const candidateSet = await search.retrieve({ ...request, groups });
  const ranked = chooseFiles(rankFiles(candidateSet, readClues(query)), limit);
  const shown = ranked.slice(0, limit);
  const paths = shown.map(({ path }) => path);
  const places = new Map((await store.files(call.tenant, id, paths)).map((file) => [file.path, file]));
  const hits = shown.flatMap((one) => hitsOf(id, one, places.get(one.path)));
  return { hits: fill(hits, limit), notice: candidateSet.notice };
}

/** The best files that were found by their history alone: their chunks are scored too. */
const withHistoryOnly =
  (id: string): SiblingsOf =>
  (documents) => {
    const pathOf = ({ files }: (typeof documents)[number]) => files[0] ?? "";
    const withChunks = new Set(documents.filter((one) => !isHistory(one)).map(pathOf));
    const paths = documents.filter((one) => isHistory(one) && !withChunks.has(pathOf(one))).map(pathOf);
    return paths.slice(0, maxHistoryOnly).map((path) => ({ kind: codeKind, source: sourceOf(id, path) }));
  };

/** In questions about code a word with a minus is an option of a command, not one that must be absent. */
const withoutMinus = (query: string) => query.replace(/(^|\s)-+(?=\p{L})/gu, "$1");

interface FileHits {
  readonly first: CodeHit;
  readonly others: readonly CodeHit[];
}

function hitsOf(id: string, { path, score, chunks }: RankedFile, file: CodeFile | undefined): FileHits[] {
  const found = chunks.flatMap((chunk) => {
    const place = placeOf(id, path, chunk, file);
    return file && place ? [{ chunk, place }] : [];
  });
  const [best, ...rest] = found;
  if (!file || !best) return [];
  const toHit = ({ chunk, place: { start, end, symbol, kind } }: (typeof found)[number], sum: number): CodeHit => ({
    ...{ path, start, end, symbol, kind, language: file.language, text: chunk.candidate.document.body, also: [] },
    score: Math.round(chunkRelevance(sum) * 1000) / 1000,
  });
  const also = rest.filter(({ chunk }) => chunk.sum >= nearlyAsGood * best.chunk.sum).slice(0, maxExtraChunks);
  return [
    {
      first: { ...toHit(best, score), also: also.map(({ place }) => place) },
      others: rest.map((one) => toHit(one, Math.min(one.chunk.sum, score))),
    },
  ];
}

function placeOf(id: string, path: string, { candidate }: RankedChunk, file: CodeFile | undefined) {
  const key = candidate.document.id.slice(documentId(id, path, "").length);
  return file?.chunks.find((one) => one.key === key);
}

/** Where few files match, their other places fill the answer. */
function fill(found: readonly FileHits[], limit: number): CodeHit[] {
  const first = found.map((one) => one.first);
  if (first.length >= limit) return first;
  const others = found.flatMap((one) => one.others).sort((a, b) => b.score - a.score);
  const filled = [...first.map((one) => ({ ...one, also: [] })), ...others.slice(0, limit - first.length)];
  return filled.sort((a, b) => b.score - a.score);
}
