import type { ProjectDigest } from "../../../domain/archive/sessions/sessions.js";
import { findOpenWork } from "../../../domain/overview/inbox.js";
import { hasSampleData } from "../../../domain/overview/sample-data.js";
import type { HomeSummary } from "../api-types.js";
import { get } from "./define-route.js";

const recentMs = 7 * 86_400_000;

const textOf = ({ text }: { readonly text: string }): string => text;

const plainDigest = ({ done, decided, open, ...rest }: ProjectDigest) => ({
  ...rest,
  done: done.map(textOf),
  decided: decided.map(textOf),
  open: open.map(textOf),
});

export const homeRoutes = [
  get<HomeSummary>("/api/home", "owner", async (_, app) => {
    const since = new Date(app.runtime.now().getTime() - recentMs).toISOString();
    const [totals, memories, documents, projects, digest, hasSample] = await Promise.all([
      app.sessions.totals(app.call),
      app.memories.count(app.call),
      app.search.index.count(app.call.tenant),
      app.overview.projects(app.call),
      app.sessions.digest(app.call, since, undefined),
      hasSampleData(app),
    ]);
    const { work, review } = await findOpenWork(app, projects);
    const { sessions, exchanges } = totals;
    const counts = { sessions, exchanges, projects: totals.projects, memories, documents };
    return { hasSample, totals: counts, work, review, digest: digest.map(plainDigest) };
  }),
];
