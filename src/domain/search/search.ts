import type { Runtime } from "../../base/runtime.js";
import { globLiterals, globsMatcher } from "../../base/text/glob.js";
import type { Embedder } from "../../engine/embedder.js";
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
import { type Candidate, minDepth, type RetrievalRequest, retrieveCandidates } from "./retrieve/retrieve-candidates.js";
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
  readonly limit?: number | undefined;
  readonly sort?: "relevance" | "date" | "frequency" | undefined;
  /** Hits with a lower score are left out; 0 keeps every match. */
  readonly minScore?: number | undefined;
  /** Maximum hits of one session. Default: 3. */
  readonly perSession?: number | undefined;
  /** False for keyword search only. */
  readonly meaning?: boolean | undefined;
  /** How long to wait for the model. Default: `modelWaitMs` of the process. */
  readonly waitMs?: number | undefined;
  readonly explain?: boolean | undefined;
  /** Search as you type: the last word may be incomplete unless a space follows it. */
  readonly isTyping?: boolean | undefined;
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
  readonly why?: Explanation | undefined;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** Number of hits before `limit`. */
  readonly found: number;
  /** Number of documents in the index. */
  readonly searched: number;
  readonly meaning: MeaningState;
  /** A sentence for people when the search was degraded. */
  readonly notice?: string | undefined;
}

/** Searches the documents of all families. */
export type Search = ReturnType<typeof createSearch>;

interface RetrieveRequest extends Omit<SearchRequest, "project"> {
  /** Retrieved apart, so that the documents of one do not use up the candidates of another. */
  readonly groups: readonly (Pick<RetrievalRequest, "depth" | "siblingsOf" | "maxDocuments"> & {
    readonly project: string;
  })[];
}

type EmbedOptions = Pick<SearchRequest, "meaning" | "waitMs" | "kinds">;

interface SearchDeps {
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

export function createSearch(deps: SearchDeps) {
  const { index: uncached, vectors, embedder, runtime, modelWaitMs = 300, recordsWaitMs = 0 } = deps;
  const openIndex = cacheDocCounts(uncached, () => runtime.now());
  const queryEmbedder = createQueryEmbedder({ embedder, vectors, runtime });

  const find = async (request: SearchRequest): Promise<SearchAnswer> => {
    const { tenant, sort = "relevance" } = request;
    const limit = limitOf(request);
    const query = parseQuery(request.query, runtime.now(), request.isTyping);
    if (query.terms.length === 0) return answerWithoutWords(uncached, request, query);

    const prepared = await prepare(request, query);
    const { index, size, meaning, terms } = prepared;
    const depth = request.files ? depthForFiles : Math.max(minDepth, 2 * limit);
    const keywordDepth = sort === "relevance" ? depth : Math.max(depth, depthForOrder);
    const matching = await retrieveWithFiles(request, { ...prepared, depth, keywordDepth });
    const passages = Math.max(size, meaning.embedded?.searcher.size ?? 0);
    const searched = hasFilter(request) ? Math.min(passages, maxFilteredSize) : passages;
    const ranked = rankCandidates(matching, terms, query, size, searched);
    const hits = selectHits(await followSuccessors(index, tenant, ranked), { ...request, limit }, query.text);
    const tokens = new Set(terms.flatMap(({ token, variants }) => [token, ...variants.keys()]));
    const why = (hit: RankedCandidate) => (request.explain ? explain(hit, terms, query) : undefined);
    const topHits = hits.slice(0, limit).map((hit) => toHit(hit, tokens, why(hit)));
    return { hits: topHits, found: hits.length, searched: size, ...stateOf(meaning, query) };
  };

  /** What finding candidates takes besides their number. */
  const prepare = async (request: EmbedOptions & Pick<SearchRequest, "tenant">, query: ParsedQuery) => {
    const { tenant } = request;
    const index = await openIndex(tenant, tokensToCount(query.terms));
    const size = await index.size(tenant);
    const meaning = await embedQuery(request, query);
    return { index, query, size, meaning, terms: await weightTerms(index, tenant, query.terms, size) };
  };

  const retrieveWithFiles = async (
    request: SearchRequest,
    { index, meaning, ...rest }: Awaited<ReturnType<typeof prepare>> & Pick<RetrievalRequest, "depth" | "keywordDepth">,
  ) => {
    const { tenant, files = [] } = request;
    const parts = { ...rest, tenant, filter: filterOf(request), meaning: meaning.embedded };
    const candidates = await retrieveCandidates(index, parts);
    const matches = globsMatcher(files);
    return files.length === 0 ? candidates : candidates.filter(({ document }) => document.files.some(matches));
  };

  /** A search as you type says how long it can wait; one for sessions or code needs no records. */
  const recordsWaitOf = ({ kinds = recordKinds, waitMs = recordsWaitMs }: EmbedOptions): number =>
    kinds.some((kind) => recordKinds.includes(kind)) ? Math.min(waitMs, recordsWaitMs) : 0;

  const embedQuery = async (request: EmbedOptions, query: ParsedQuery): Promise<QueryEmbedding> =>
    request.meaning === false || query.isVerbatim
      ? { state: "off" }
      : queryEmbedder.embed(query.text, request.waitMs ?? modelWaitMs, recordsWaitOf(request));

  /** Candidates for a question or a whole report with their evidence, for a family that ranks by itself. */
  const retrieve = async ({ groups, ...request }: RetrieveRequest) => {
    const query = parseReport(request.query);
    if (query.terms.length === 0) return { terms: [], candidates: [], notice: noWords };
    const prepared = await prepare(request, query);
    const candidates: Candidate[] = [];
    for (const { project, ...group } of groups)
      candidates.push(...(await retrieveWithFiles({ ...request, project }, { ...prepared, ...group })));
    return { terms: prepared.terms, candidates, notice: stateOf(prepared.meaning, query).notice };
  };

  return { index: uncached, find, retrieve };
}

const noWords = "The query has no searchable words.";

const limitOf = ({ limit = 10 }: SearchRequest): number => Math.min(100, Math.max(1, Math.floor(limit) || 10));

const filterOf = ({ files = [], agent, ...request }: SearchRequest): SearchFilter => {
  const { kinds, project, projects, scopes, since, until, session } = request;
  const fileParts = globLiterals(files);
  return {
    ...{ kinds, project, projects, scopes, since, until, session, agent: agent || undefined },
    // The database excludes what has none of these; the rest is matched with the patterns.
    fileParts: fileParts.length > 0 ? fileParts : undefined,
  };
};

const hasFilter = (request: SearchRequest): boolean =>
  Object.values(filterOf(request)).some((value) => value !== undefined);

function toHit(ranked: RankedCandidate, tokens: ReadonlySet<string>, why: Explanation | undefined): SearchHit {
  const { docId: _, isReplaced: __, details = "", ...document } = ranked.document;
  return {
    document,
    score: Math.round(ranked.score * 1000) / 1000,
    matches: ranked.keyword.matches,
    isOutdated: "replaced" in ranked.factors || undefined,
    // Made when it is read: most families show texts of their own.
    get snippet() {
      const { title, body, reply } = document;
      return bestSnippet([body, reply, title, details], tokens);
    },
    why,
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
  { period }: ParsedQuery,
): Promise<SearchAnswer> {
  const { tenant } = request;
  const emptyAnswer = { hits: [], found: 0, searched: await index.size(tenant), meaning: "off" } as const;
  if (period === undefined) return { ...emptyAnswer, notice: noWords };
  const filter = { ...filterOf(request), since: request.since ?? period.since, until: request.until ?? period.until };
  const documents = await index.read(tenant, await index.newest(tenant, filter, limitOf(request)), filter);
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

const longQuery = "The query is long: searched for its first line, its error and its names.";

function stateOf(
  { state, reason }: QueryEmbedding,
  { isReduced }: ParsedQuery,
): Pick<SearchAnswer, "meaning" | "notice"> {
  const notice = [notices[state], reason, isReduced ? longQuery : ""].filter(Boolean).join(" ");
  return { meaning: state, notice: notice || undefined };
}
