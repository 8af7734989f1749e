import { basename } from "node:path";
import type { AppCall } from "../../../domain/app.js";
import type { SearchAnswer, SearchHit, SearchRequest } from "../../../domain/search/search.js";
import type { FoundDocument, SearchResults } from "../api-types.js";
import { type Asked, defineRoute } from "./define-route.js";

/** A person types on: words are answered at once, meaning only if the model is at hand. */
const waitMs = 40;
/** Agents are told apart after ranking, so that more has to be ranked. */
const depthForAgents = 100;

export const searchRoute = defineRoute<SearchResults>({
  method: "GET",
  path: "/api/search",

  async run(asked, app) {
    const limit = asked.number("limit", { least: 1, most: 100, usual: 20 });
    const agent = asked.query("agent");
    const request = {
      ...{ tenant: app.call.tenant, query: asked.query("q") ?? "", limit: agent ? depthForAgents : limit, waitMs },
      ...filterOf(asked),
      explain: asked.query("explain") === "1",
    };
    const answer = await findInProject(app, request, asked.query("project"));
    const hits = await withAgents(app, answer.hits);
    const fitting = agent ? hits.filter((hit) => hit.agent === agent) : hits;
    return {
      hits: fitting.slice(0, limit),
      found: agent ? fitting.length : answer.found,
      searched: answer.searched,
      ...(answer.notice ? { notice: answer.notice } : {}),
    };
  },
});

/** Families name a project by its id, its name or its folder: each is looked for, and the best of all are the answer. */
async function findInProject(app: AppCall, request: SearchRequest, id: string | undefined): Promise<SearchAnswer> {
  if (id === undefined) return app.search.find(request);
  const known = (await app.overview.projects(app.call)).find((one) => one.id === id);
  const names = known ? [known.id, known.name, known.folder] : [id];
  const answers = await Promise.all([...new Set(names)].map((project) => app.search.find({ ...request, project })));
  const hits = answers.flatMap((one) => one.hits).sort((a, b) => b.score - a.score);
  const found = answers.reduce((sum, one) => sum + one.found, 0);
  return { meaning: "off", searched: 0, ...answers[0], hits: hits.slice(0, request.limit), found };
}

function filterOf(asked: Asked) {
  const [kinds, since, until, file] = ["kinds", "since", "until", "file"].map((name) => asked.query(name));
  return {
    ...(kinds ? { kinds: kinds.split(",") } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until: until.length === 10 ? `${until}T23:59:59.999Z` : until } : {}),
    ...(file ? { files: [file] } : {}),
  };
}

async function withAgents(app: AppCall, hits: readonly SearchHit[]): Promise<FoundDocument[]> {
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

const projectNames = async (app: AppCall): Promise<ReadonlyMap<string, string>> =>
  new Map((await app.identities.list(app.call.tenant)).map(({ id, name }) => [id, name]));
