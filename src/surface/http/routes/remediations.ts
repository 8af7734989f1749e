import type { OwnedRemediation } from "../../../store/memory/remediation-store.js";
import type { RemediationPage, RemediationRow } from "../api-types.js";
import { get, post } from "./define-route.js";
import { loadProjectLookup, type ProjectLookup } from "./project-lookup.js";

export const remediationRoutes = [
  /** Fixes of every project and tenant; the tools search those of one. */
  get<RemediationPage>("/api/remediations", "reads", async (request, app) => {
    const lookup = await loadProjectLookup(app);
    const { remediations, total } = await app.remediations.list(
      app.call,
      { project: request.query("project"), category: request.query("category") },
      {
        limit: request.number("limit", { min: 1, max: 500, fallback: 100 }),
        offset: request.number("offset", { min: 0, max: 10_000_000, fallback: 0 }),
      },
    );
    return { remediations: remediations.map((one) => toRow(one, lookup)), total };
  }),

  get<RemediationRow>("/api/remediations/:id", "reads", async (request, app) =>
    toRow(await app.remediations.get(app.call, request.param("id")), await loadProjectLookup(app)),
  ),

  post<{ forgotten: string }>("/api/remediations/:id/forget", "deletes", async (request, app) => {
    await app.remediations.forget(app.call, [request.param("id")]);
    return { forgotten: request.param("id") };
  }),
];

const toRow = (one: OwnedRemediation, lookup: ProjectLookup): RemediationRow => {
  const { team: _, fingerprint: __, ...shown } = one;
  return { ...shown, projectName: one.project === "" ? "" : lookup.nameOf(one.project) };
};
