import type { Runtime } from "../../base/runtime.js";
import { globLiteral, globMatcher } from "../../base/text/glob.js";
import type { Embedder } from "../../engine/embedder.js";
import type { IndexedDocument } from "../../store/search/document-row.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import type { SearchFilter } from "../../store/search/search-filter.js";
import type { SearchIndex } from "../../store/search/search-index.js";
import type { VectorStore } from "../../store/search/vector-store.js";
import { type ParsedQuery, parseQuery, parseReport } from "./query/parse-query.js";
import { tokensToCount, weightTerms } from "./query/weight-terms.js";
import { type Explanation, explain } from "./rank/explain.js";
import { followSuccessors } from "./rank/follow-successors.js";
import { compare, type RankedCandidate, rankCandidates } from "./rank/rank-candidates.js";
import { selectHits } from "./rank/select-hits.js";
import { cacheDocCounts } from "./retrieve/cache-doc-counts.js";
import {
  type Candidate,
  type CandidateSet,
  minDepth,
  type RetrievalRequest,
  retrieveCandidates,
  type SiblingsOf,
} from "./retrieve/retrieve-candidates.js";
import { type Snippet, snippetOf } from "./snippet.js";
import { recordKinds } from "./vectors/embed-documents.js";
import { createQueryEmbedder, type MeaningState, type QueryEmbedding } from "./vectors/embed-query.js";

export interface SearchRequest extends SearchFilter {
  readonly tenant: string;
  /** Anything a person or an agent may type or paste. */
  readonly query: string;
  /** Glob patterns such as `src/**` or `*.ts`: only documents about a matching file. */
  readonly files?: readonly string[] | undefined;
  /** 1 to 100. Default: 10. */
  readonly limit?: number;
  readonly sort?: "relevance" | "date" | "frequency";
  /** Hits with a lower score are left out; 0 keeps every match. */
  readonly minScore?: number;
  /** Maximum hits of one session. Default: 3. */
  readonly perSession?: number;
  /** False for keyword search only. */
  readonly meaning?: boolean;
  /** How long to wait for the model. Default: `modelWaitMs` of the process. */
  readonly waitMs?: number | undefined;
  readonly explain?: boolean;
  /** Search as you type: the last word may be incomplete unless a space follows it. */
  readonly isTyping?: boolean;
}

export interface SearchHit {
  readonly document: SearchDocument;
  /** Relevance, 0 to 1; comparable across kinds. */
  readonly score: number;
  /** How many words of the document match. */
  readonly matches: number;
  readonly snippet: Snippet;
  /** A newer document replaces it or says otherwise. */
  readonly isOutdated?: boolean | undefined;
  readonly why?: Explanation;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** Number of hits before `limit`. */
  readonly found: number;
  /** Number of documents in the index. */
  readonly searched: number;
  readonly meaning: MeaningState;
  /** A sentence for people when the search was degraded. */
  readonly notice?: string;
}

/** Candidates with their evidence, for a family that ranks by itself. */
export interface RetrievalAnswer extends CandidateSet {
  readonly query: ParsedQuery;
  readonly meaning: MeaningState;
  readonly notice?: string;
}

/** Searches the documents of all families. */
export interface Search {
  readonly index: SearchIndex;
  find(request: SearchRequest): Promise<SearchAnswer>;
  /** Candidates for a question or a whole report. */
  retrieve(request: RetrieveRequest): Promise<RetrievalAnswer>;
}

export interface RetrieveRequest extends Omit<SearchRequest, "project"> {
  /** Retrieved apart, so that the documents of one do not use up the candidates of another. */
  readonly groups: readonly CandidateGroup[];
}

type EmbedOptions = Pick<SearchRequest, "meaning" | "waitMs" | "kinds">;

interface CandidateGroup {
  readonly project: string;
  /** Candidates per list. */
  readonly depth: number;
  readonly siblingsOf?: SiblingsOf;
  readonly maxDocuments?: number;
}

export interface SearchDeps {
  readonly index: SearchIndex;
  readonly vectors: VectorStore;
  readonly embedder: Embedder | undefined;
  readonly runtime: Runtime;
  /** How long a search waits for the model. Default: 300 ms. */
  readonly modelWaitMs?: number | undefined;
  /** How long a search waits until records that were just written are embedded. Default: 0, not at all. */
  readonly recordsWaitMs?: number | undefined;
}

/** File patterns are matched after ranking, so more candidates are needed. */
const depthForFiles = 1000;
/** Sorted by date or frequency, the first hit may be one of many weak matches. */
const depthForOrder = 1000;

/** How many passages a filter leaves is not known: a small project in a large store must not need higher sums. */
const maxFilteredSize = 1100;

export function createSearch(deps: SearchDeps): Search {
  const { index: uncached, vectors, embedder, runtime, modelWaitMs = 300, recordsWaitMs = 0 } = deps;
  const openIndex = cacheDocCounts(uncached, () => runtime.now());
  const queryEmbedder = createQueryEmbedder({ embedder, vectors, runtime });

  const find = async (request: SearchRequest): Promise<SearchAnswer> => {
    const { tenant } = request;
    const now = runtime.now();
    const query = parseQuery(request.query, now, request.isTyping);
    const index = await openIndex(tenant, tokensToCount(query.terms));
    const size = await index.size(tenant);
    if (query.terms.length === 0) return answerWithoutWords(index, request, query, size);

    const depth = request.files ? depthForFiles : Math.max(minDepth, 2 * limitOf(request));
    const meaning = await embedQuery(request, query);
    const terms = await weightTerms(index, tenant, query.terms, size);
    const isByRelevance = (request.sort ?? "relevance") === "relevance";
    const keywordDepth = isByRelevance ? depth : Math.max(depth, depthForOrder);
    const matching = await retrieveWithFiles(index, request, { query, terms, size, depth, keywordDepth, meaning });
    const passages = Math.max(size, meaning.embedded?.searcher.size ?? 0);
    const searched = hasFilter(request) ? Math.min(passages, maxFilteredSize) : passages;
    const ranked = rankCandidates(matching, terms, query, size, searched);
    const linked = await followSuccessors(index, tenant, ranked);
    const hits = selectHits(linked, { ...request, limit: limitOf(request) }, query.text);
    const tokens = new Set(terms.flatMap(({ token, variants }) => [token, ...variants.keys()]));
    const why = (hit: RankedCandidate) => (request.explain ? { why: explain(hit, terms, query) } : {});
    const topHits = hits.slice(0, limitOf(request)).map((hit) => toHit(hit, tokens, why(hit)));
    return { hits: topHits, found: hits.length, searched: size, ...stateOf(meaning, query) };
  };

  const retrieveWithFiles = async (
    index: SearchIndex,
    request: SearchRequest,
    { meaning, ...rest }: Omit<RetrievalRequest, "tenant" | "filter" | "meaning"> & { meaning: QueryEmbedding },
  ) => {
    const filter = filterOf(request);
    const { tenant } = request;
    const candidates = await retrieveCandidates(index, { ...rest, tenant, filter, meaning: meaning.embedded });
    const isAbout = fileMatcher(request.files);
    return candidates.filter(({ document }) => isAbout(document));
  };

  /** A search as you type says how long it can wait; one for sessions or code needs no records. */
  const recordsWaitOf = ({ kinds = recordKinds, waitMs = recordsWaitMs }: EmbedOptions): number =>
    kinds.some((kind) => recordKinds.includes(kind)) ? Math.min(waitMs, recordsWaitMs) : 0;

  const embedQuery = async (request: EmbedOptions, query: ParsedQuery): Promise<QueryEmbedding> =>
    request.meaning === false || query.isVerbatim
      ? { state: "off" }
      : queryEmbedder.embed(query.text, request.waitMs ?? modelWaitMs, recordsWaitOf(request));

  const retrieve = async (request: RetrieveRequest): Promise<RetrievalAnswer> => {
    const query = parseReport(request.query);
    if (query.terms.length === 0) {
      return { query, terms: [], candidates: [], meaning: "off", notice: "The query has no searchable words." };
    }
    const { tenant, groups, ...options } = request;
    const index = await openIndex(tenant, tokensToCount(query.terms));
    const size = await index.size(tenant);
    const meaning = await embedQuery(request, query);
    const terms = await weightTerms(index, tenant, query.terms, size);
    const candidates: Candidate[] = [];
    for (const { project, ...group } of groups) {
      const parts = { query, terms, size, meaning, ...group };
      candidates.push(...(await retrieveWithFiles(index, { ...options, tenant, project }, parts)));
    }
    return { query, terms, candidates, ...stateOf(meaning, query) };
  };

  return { index: uncached, find, retrieve };
}

const limitOf = ({ limit = 10 }: SearchRequest): number => Math.min(100, Math.max(1, Math.floor(limit) || 10));

const filterOf = ({
  kinds,
  project,
  projects,
  scopes,
  since,
  until,
  session,
  agent,
  files,
}: SearchRequest): SearchFilter => ({
  ...(kinds ? { kinds } : {}),
  ...(project === undefined ? {} : { project }),
  ...(projects === undefined ? {} : { projects }),
  ...(scopes ? { scopes } : {}),
  ...(agent ? { agent } : {}),
  ...(session === undefined ? {} : { session }),
  ...filePartsOf(files),
  ...(since === undefined ? {} : { since }),
  ...(until === undefined ? {} : { until }),
});

const hasFilter = (request: SearchRequest): boolean => Object.keys(filterOf(request)).length > 0;

/** Literal parts that the paths of matching files contain, so that the database excludes other documents. */
function filePartsOf(files: readonly string[] = []): Pick<SearchFilter, "fileParts"> {
  const fileParts = files.map(globLiteral);
  return files.length === 0 || fileParts.includes("") ? {} : { fileParts };
}

/** Whether a document is about a file that matches one of the patterns. */
function fileMatcher(patterns: readonly string[] = []): (document: IndexedDocument) => boolean {
  if (patterns.length === 0) return () => true;
  const matchers = patterns.map(globMatcher);
  return ({ files }) => files.some((file) => matchers.some((matches) => matches(file)));
}

function toHit(ranked: RankedCandidate, tokens: ReadonlySet<string>, why: Pick<SearchHit, "why">): SearchHit {
  const { docId: _, isReplaced: __, details = "", ...document } = ranked.document;
  return {
    document,
    score: Math.round(ranked.score * 1000) / 1000,
    matches: ranked.keyword.matches,
    ...("replaced" in ranked.factors ? { isOutdated: true } : {}),
    // Made when it is read: most families show texts of their own.
    get snippet() {
      const { title, body, reply } = document;
      return bestSnippet([body, reply, title, details], tokens);
    },
    ...why,
  };
}

function bestSnippet(texts: readonly string[], tokens: ReadonlySet<string>): Snippet {
  const snippets = texts.filter(Boolean).map((text) => snippetOf(text, tokens));
  const maxMarks = Math.max(0, ...snippets.map(({ marks }) => marks.length));
  return snippets.find(({ marks }) => marks.length === maxMarks) ?? { text: "", marks: [] };
}

/** Without searchable words, a period lists the documents of that time; anything else finds nothing. */
async function answerWithoutWords(
  index: SearchIndex,
  request: SearchRequest,
  query: ParsedQuery,
  size: number,
): Promise<SearchAnswer> {
  const emptyAnswer = { hits: [], found: 0, searched: size, meaning: "off" } as const;
  if (query.period === undefined) return { ...emptyAnswer, notice: "The query has no searchable words." };
  const filter = { ...query.period, ...filterOf(request) };
  const docIds = await index.newest(request.tenant, filter, limitOf(request));
  const documents = await index.read(request.tenant, docIds, filter);
  const hits = documents
    .sort((a, b) => compare(b.at, a.at) || b.docId - a.docId)
    .map(({ docId: _, isReplaced: __, details: ___, ...document }) => ({
      document,
      score: 0.5,
      matches: 0,
      snippet: snippetOf(document.body, new Set()),
    }));
  return { ...emptyAnswer, hits, found: hits.length };
}

const notices: Partial<Record<MeaningState, string>> = {
  rough: "Used approximate embeddings: the model is not loaded.",
  warming: "Searched by keywords only: the model is still loading.",
  empty: "Searched by keywords only: no documents are embedded yet.",
  unavailable: "Searched by keywords only: the model is unavailable.",
};

function stateOf({ state, reason }: QueryEmbedding, query: ParsedQuery): Pick<SearchAnswer, "meaning" | "notice"> {
  const parts = [
    ...(notices[state] ? [notices[state]] : []),
    ...(reason ? [reason] : []),
    ...(query.isReduced ? ["The query is long: searched for its first line, its error and its names."] : []),
  ];
  return { meaning: state, ...(parts.length > 0 ? { notice: parts.join(" ") } : {}) };
}
