import { version } from "../../../base/version.js";
import type { Welcome } from "../api-types.js";
import { defineRoute } from "./define-route.js";

export const welcomeRoute = defineRoute<Welcome>({
  method: "GET",
  path: "/api/welcome",
  run: async (_, app) => ({ version, folder: app.call.folder, projects: await app.overview.projects(app.call) }),
});
