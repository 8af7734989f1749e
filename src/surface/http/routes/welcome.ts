import { version } from "../../../base/version.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { ProjectRow, Welcome } from "../api-types.js";
import { get } from "./define-route.js";
import { loadProjectLookup } from "./project-lookup.js";

export const welcomeRoutes = [
  get<Welcome>("/api/welcome", "reads", async (_, app) => {
    const { access, folder } = app.call;
    if (!access) return { version, folder, projects: await app.overview.projects(app.call) };
    const { tenant, user, role } = access.principal;
    return { version, folder: "", projects: await projectsOfMemories(app), member: { tenant, user, role } };
  }),
];

/** A team service has no sessions: its projects are those of its memories. */
async function projectsOfMemories(app: SurfaceCall): Promise<ProjectRow[]> {
  const [tally, lookup] = await Promise.all([app.memories.tally(app.call), loadProjectLookup(app)]);
  return [...new Set(tally.map(({ project }) => project))].map((id) => ({
    id,
    name: lookup.nameOf(id),
    folder: "",
    sessions: 0,
    lastAt: "",
  }));
}
