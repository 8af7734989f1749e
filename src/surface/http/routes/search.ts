import { basename } from "node:path";
import type { SearchHit } from "../../../domain/search/search.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { SearchFilter } from "../../../store/search/search-filter.js";
import type { FoundDocument, SearchResults } from "../api-types.js";
import { type Asked, defineRoute } from "./define-route.js";

/** A person types on: words are answered at once, meaning only if the model is at hand. */
const waitMs = 40;

export const searchRoute = defineRoute<SearchResults>({
  method: "GET",
  path: "/api/search",

  async run(asked, app) {
    const answer = await app.search.find({
      ...{ tenant: app.call.tenant, query: asked.query("q") ?? "", isTyping: true, waitMs },
      limit: asked.number("limit", { min: 1, max: 100, usual: 20 }),
      ...filterOf(asked),
      ...(await projectFilter(app, asked.query("project"))),
      explain: asked.query("explain") === "1",
    });
    return {
      hits: await withAgents(app, answer.hits),
      ...{ found: answer.found, searched: answer.searched },
      ...(answer.notice ? { notice: answer.notice } : {}),
    };
  },
});

/** Families name a project by its id, its name or its folder. */
async function projectFilter(app: SurfaceCall, id: string | undefined): Promise<Pick<SearchFilter, "projects">> {
  if (id === undefined) return {};
  const known = (await app.overview.projects(app.call)).find((one) => one.id === id);
  return { projects: known ? [...new Set([known.id, known.name, known.folder])] : [id] };
}

function filterOf(asked: Asked) {
  const [kinds, since, until, file, agent] = ["kinds", "since", "until", "file", "agent"].map(asked.query);
  return {
    ...(kinds ? { kinds: kinds.split(",") } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until: until.length === 10 ? `${until}T23:59:59.999Z` : until } : {}),
    ...(file ? { files: [file] } : {}),
    ...(agent ? { agent } : {}),
  };
}

async function withAgents(app: SurfaceCall, hits: readonly SearchHit[]): Promise<FoundDocument[]> {
  const sessions = hits.map(({ document }) => document.session).filter(Boolean);
  const [agents, names] = await Promise.all([app.overview.agentsOf(app.call, sessions), projectNames(app)]);
  return hits.map(({ document, score, snippet, why }) => {
    const { id, kind, project, session, at, title, files, tags, confidence, source } = document;
    const agent = agents.get(session);
    return {
      ...{
        id,
        kind,
        project: names.get(project) ?? basename(project),
        session,
        at,
        title,
        files,
        tags,
        confidence,
        source,
      },
      ...{ score, snippet },
      ...(agent ? { agent } : {}),
      ...(why ? { why: { ...why } } : {}),
    };
  });
}

const projectNames = async (app: SurfaceCall): Promise<ReadonlyMap<string, string>> =>
  new Map((await app.projectRegistry.list(app.call.tenant)).map(({ id, name }) => [id, name]));
