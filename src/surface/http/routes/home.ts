import { dayMs } from "../../../base/days.js";
import { version } from "../../../base/version.js";
import { findOpenWork } from "../../../domain/overview/inbox.js";
import { hasSampleData } from "../../../domain/overview/sample-data.js";
import { readPrices, sumUsage } from "../../../domain/overview/session-cost.js";
import { pick } from "../../pick.js";
import { route } from "./define-route.js";
import { tallyMemories } from "./memories.js";
import { loadProjectLookup } from "./project-lookup.js";

const recentMs = 7 * dayMs;

export const homeRoutes = {
  "GET /api/welcome": route("reads", async (_, app) => {
    const { access, folder } = app.call;
    if (!access) return { version, folder, projects: await app.overview.projects(app.call) };
    // A team service has no sessions: its projects are those of its memories.
    const { projects } = await tallyMemories(app);
    return {
      version,
      folder: "",
      projects: projects.map(({ project: id, name }) => ({ id, name, folder: "", sessions: 0, lastAt: "" })),
      member: pick(access.principal, "tenant", "user", "role"),
    };
  }),

  "GET /api/home": route("owner", async (_, app) => {
    const since = new Date(app.runtime.now().getTime() - recentMs).toISOString();
    const [{ sessions, exchanges, projects: projectCount }, memories, documents, projects, digest, hasSample] =
      await Promise.all([
        app.sessions.totals(app.call),
        app.memories.count(app.call),
        app.search.index.count(app.call.tenant),
        app.overview.projects(app.call),
        app.sessions.digest(app.call, since, undefined),
        hasSampleData(app),
      ]);
    return {
      hasSample,
      totals: { sessions, exchanges, projects: projectCount, memories, documents },
      ...(await findOpenWork(app, projects)),
      digest: digest.map(({ done, decided, open, ...rest }) => ({
        ...rest,
        done: textsOf(done),
        decided: textsOf(decided),
        open: textsOf(open),
      })),
    };
  }),

  /** Sessions by day, and what they used by agent and by project. */
  "GET /api/activity": route("owner", async (request, app) => {
    const count = request.number("days", { min: 1, max: 400, fallback: 60 });
    const [days, tokens, lookup] = await Promise.all([
      app.overview.activity(app.call, count),
      app.overview.tokens(app.call, count),
      loadProjectLookup(app),
    ]);
    const prices = readPrices(app.settings.values["archive.prices"]);
    return {
      days,
      agents: sumUsage(tokens, "agent", prices),
      projects: sumUsage(tokens, "project", prices).map((sum) => ({ ...sum, name: lookup.nameOf(sum.id) })),
    };
  }),
};

const textsOf = (items: readonly { readonly text: string }[]): string[] => items.map(({ text }) => text);
