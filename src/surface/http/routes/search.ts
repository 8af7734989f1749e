import { basename } from "node:path";
import { maySeeDocument } from "../../../domain/memory/remediations.js";
import { shownHitTitle } from "../../../domain/recall/shown-hit.js";
import type { Explanation } from "../../../domain/search/rank/explain.js";
import type { SearchHit } from "../../../domain/search/search.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { SearchFilter } from "../../../store/search/search-filter.js";
import type { HitExplanation, SearchHitRow, SearchResults } from "../api-types.js";
import { get, type RouteRequest } from "./define-route.js";

/** While typing, keyword results matter more than waiting for the embedding model. */
const waitMs = 40;
const maxHits = 100;

export const searchRoutes = [
  get<SearchResults>("/api/search", "reads", async (request, app) => {
    const limit = request.number("limit", { min: 1, max: maxHits, fallback: 20 });
    const isMember = app.call.access !== undefined;
    const answer = await app.search.find({
      tenant: app.call.tenant,
      query: request.query("q") ?? "",
      isTyping: true,
      waitMs,
      limit: isMember ? maxHits : limit,
      ...filterOf(request),
      ...(isMember ? { kinds: teamKinds(request.query("kinds")) } : {}),
      ...(await projectFilter(app, request.query("project"))),
      explain: request.query("explain") === "1",
    });
    const hits = isMember ? answer.hits.filter(({ document }) => maySeeDocument(app.call, document)) : answer.hits;
    return {
      hits: await toHitRows(app, hits.slice(0, limit), request.query("preview") === "1"),
      // A member does not learn how many fixes of other teams match.
      found: isMember ? hits.length : answer.found,
      searched: answer.searched,
      ...(answer.notice ? { notice: answer.notice } : {}),
    };
  }),
];

/** A team service has views for these kinds only; `none` is no document's kind. */
function teamKinds(asked: string | undefined): string[] {
  const kinds = ["memory", "remediation"].filter((kind) => asked === undefined || asked.split(",").includes(kind));
  return kinds.length > 0 ? kinds : ["none"];
}

/** Documents name their project by id, name or folder, depending on the family. */
async function projectFilter(app: SurfaceCall, id: string | undefined): Promise<Pick<SearchFilter, "projects">> {
  if (id === undefined) return {};
  const project = (await app.overview.projects(app.call)).find((one) => one.id === id);
  return { projects: project ? [...new Set([project.id, project.name, project.folder])] : [id] };
}

function filterOf(request: RouteRequest) {
  const [kinds, since, until, file, agent] = ["kinds", "since", "until", "file", "agent"].map(request.query);
  return {
    ...(kinds ? { kinds: kinds.split(",") } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until: until.length === 10 ? `${until}T23:59:59.999Z` : until } : {}),
    ...(file ? { files: [file] } : {}),
    ...(agent ? { agent } : {}),
  };
}

async function toHitRows(app: SurfaceCall, hits: readonly SearchHit[], hasPreview: boolean): Promise<SearchHitRow[]> {
  const sessions = hits.map(({ document }) => document.session).filter(Boolean);
  const [agents, names] = await Promise.all([app.overview.agentsOf(app.call, sessions), projectNames(app)]);
  return hits.map(({ document, score, snippet, isOutdated, why }) => {
    const { id, kind, project, session, at, files, tags, confidence, source } = document;
    const agent = agents.get(session);
    return {
      id,
      kind,
      project: names.get(project) ?? basename(project),
      session,
      at,
      title: shownHitTitle({ document, isOutdated }),
      files,
      tags,
      confidence,
      source,
      score,
      snippet,
      ...(agent ? { agent } : {}),
      ...(why ? { why: explainHit(why) } : {}),
      ...(hasPreview ? { preview: previewOf(document) } : {}),
    };
  });
}

const maxPreview = 1500;
const previewOf = ({ body, reply }: SearchHit["document"]) => ({
  body: body.slice(0, maxPreview),
  reply: reply.slice(0, maxPreview),
});

const projectNames = async (app: SurfaceCall): Promise<ReadonlyMap<string, string>> =>
  new Map((await app.projectRegistry.list(app.call.tenant)).map(({ id, name }) => [id, name]));

/** The explanation of a hit in the page's terms: three scores from 0 to 1, and the details behind them. */
function explainHit(why: Explanation): HitExplanation {
  const { wordRank, meaningRank, similarity, bm25, coverage, maxSim, relevance, factors, terms, rareToken } = why;
  return {
    keywordMatch: Math.min(1, bm25) * coverage,
    ...(similarity === undefined ? {} : { similarity }),
    quality: Object.values(factors).reduce((product, factor) => product * factor, 1),
    terms,
    ...(wordRank === undefined ? {} : { keywordRank: wordRank }),
    ...(meaningRank === undefined ? {} : { semanticRank: meaningRank }),
    bm25,
    ...(maxSim === undefined ? {} : { maxSim }),
    relevance,
    ...(rareToken === undefined ? {} : { rareToken }),
  };
}
