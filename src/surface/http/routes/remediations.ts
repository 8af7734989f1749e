import type { OwnedRemediation } from "../../../store/memory/remediation-store.js";
import { pageOf, route } from "./define-route.js";
import { loadProjectLookup, type ProjectLookup } from "./project-lookup.js";

export const remediationRoutes = {
  /** Fixes of every project and tenant; the tools search those of one. */
  "GET /api/remediations": route("reads", async (request, app) => {
    const lookup = await loadProjectLookup(app);
    const filter = { project: request.query("project"), category: request.query("category") };
    const { remediations, total } = await app.remediations.list(app.call, filter, pageOf(request));
    return { remediations: remediations.map((one) => toRow(one, lookup)), total };
  }),

  "GET /api/remediations/:id": route("reads", async (request, app) =>
    toRow(await app.remediations.get(app.call, request.param("id")), await loadProjectLookup(app)),
  ),

  "POST /api/remediations/:id/forget": route("deletes", async (request, app) => {
    await app.remediations.forget(app.call, [request.param("id")]);
    return { forgotten: request.param("id") };
  }),
};

const toRow = ({ team: _, fingerprint: __, ...shown }: OwnedRemediation, lookup: ProjectLookup) => ({
  ...shown,
  projectName: shown.project === "" ? "" : lookup.nameOf(shown.project),
});
