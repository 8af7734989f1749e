import type { OwnedRemediation } from "../../../store/memory/remediation-store.js";
import type { RemediationPage, RemediationRow } from "../api-types.js";
import { defineRoute } from "./define-route.js";
import { loadProjectLookup, type ProjectLookup } from "./project-lookup.js";

/** Fixes of every project and tenant; the tools search those of one. */
export const remediationsRoute = defineRoute<RemediationPage>({
  method: "GET",
  path: "/api/remediations",
  forTeam: "reads",

  async run(request, app) {
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
  },
});

export const remediationRoute = defineRoute<RemediationRow>({
  method: "GET",
  path: "/api/remediations/:id",
  forTeam: "reads",
  run: async (request, app) =>
    toRow(await app.remediations.get(app.call, request.param("id")), await loadProjectLookup(app)),
});

export const forgetRemediationRoute = defineRoute<{ forgotten: string }>({
  method: "POST",
  path: "/api/remediations/:id/forget",
  forTeam: "deletes",

  async run(request, app) {
    await app.remediations.forget(app.call, [request.param("id")]);
    return { forgotten: request.param("id") };
  },
});

const toRow = (one: OwnedRemediation, lookup: ProjectLookup): RemediationRow => {
  const { team: _, fingerprint: __, ...shown } = one;
  return { ...shown, projectName: one.project === "" ? "" : lookup.nameOf(one.project) };
};
