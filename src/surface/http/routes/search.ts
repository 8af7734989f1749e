import { maySeeDocument } from "../../../domain/memory/remediations.js";
import { shownHitTitle } from "../../../domain/recall/shown-hit.js";
import type { Explanation } from "../../../domain/search/rank/explain.js";
import type { SearchHit } from "../../../domain/search/search.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { SearchFilter } from "../../../store/search/search-filter.js";
import { pick } from "../../pick.js";
import { type RouteRequest, route, untilOf } from "./define-route.js";
import { loadProjectNames } from "./project-lookup.js";

/** While typing, keyword results matter more than waiting for the embedding model. */
const waitMs = 40;
const maxHits = 100;

export const searchRoutes = {
  "GET /api/search": route("reads", async (request, app) => {
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
      notice: answer.notice,
    };
  }),
};

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
  const [kinds, since, file, agent] = ["kinds", "since", "file", "agent"].map(request.query);
  const until = untilOf(request);
  return {
    ...(kinds ? { kinds: kinds.split(",") } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
    ...(file ? { files: [file] } : {}),
    ...(agent ? { agent } : {}),
  };
}

async function toHitRows(app: SurfaceCall, hits: readonly SearchHit[], hasPreview: boolean) {
  const sessions = hits.map(({ document }) => document.session).filter(Boolean);
  const [agents, nameOf] = await Promise.all([app.overview.agentsOf(app.call, sessions), loadProjectNames(app)]);
  return hits.map(({ document, score, snippet, isOutdated, why }) => ({
    ...pick(document, "id", "kind", "session", "at", "files", "tags", "confidence", "source"),
    project: nameOf(document.project),
    title: shownHitTitle({ document, isOutdated }),
    score,
    snippet,
    agent: agents.get(document.session),
    why: why && explainHit(why),
    preview: hasPreview ? previewOf(document) : undefined,
  }));
}

const maxPreview = 1500;
const previewOf = ({ body, reply }: SearchHit["document"]) => ({
  body: body.slice(0, maxPreview),
  reply: reply.slice(0, maxPreview),
});

/** The explanation of a hit in the page's terms: three scores from 0 to 1, and the details behind them. */
const explainHit = (why: Explanation) => ({
  ...pick(why, "similarity", "terms", "bm25", "maxSim", "relevance", "rareToken"),
  /** BM25 times the share of the query that the document has. */
  keywordMatch: Math.min(1, why.bm25) * why.coverage,
  /** Product of the factors for age, confidence and period. */
  quality: Object.values(why.factors).reduce((product, factor) => product * factor, 1),
  keywordRank: why.wordRank,
  semanticRank: why.meaningRank,
});
