import type { OwnedRemediation } from "../../../store/memory/remediation-store.js";
import type { RemediationPage, RemediationRow } from "../api-types.js";
import { defineRoute } from "./define-route.js";
import { findProjectPlaces, type ProjectPlaces } from "./project-places.js";

/** Fixes of every project and tenant; tools search those of one. */
export const remediationsRoute = defineRoute<RemediationPage>({
  method: "GET",
  path: "/api/remediations",

  async run(asked, app) {
    const places = await findProjectPlaces(app);
    const { remediations, total } = await app.remediations.list(
      app.call,
      { project: asked.query("project"), category: asked.query("category") },
      {
        limit: asked.number("limit", { min: 1, max: 500, usual: 100 }),
        offset: asked.number("offset", { min: 0, max: 10_000_000, usual: 0 }),
      },
    );
    return { remediations: remediations.map((one) => toRow(one, places)), total };
  },
});

export const remediationRoute = defineRoute<RemediationRow>({
  method: "GET",
  path: "/api/remediations/:id",
  run: async (asked, app) =>
    toRow(await app.remediations.get(app.call, asked.part("id")), await findProjectPlaces(app)),
});

export const forgetRemediationRoute = defineRoute<{ forgotten: string }>({
  method: "POST",
  path: "/api/remediations/:id/forget",

  async run(asked, app) {
    await app.remediations.forget(app.call, asked.part("id"));
    return { forgotten: asked.part("id") };
  },
});

const toRow = (one: OwnedRemediation, places: ProjectPlaces): RemediationRow => {
  const { team: _, fingerprint: __, ...shown } = one;
  return { ...shown, projectName: one.project === "" ? "" : places.nameOf(one.project) };
};
