import { contextRoutes } from "./context.js";
import { homeRoutes } from "./home.js";
import { inboxRoutes } from "./inbox.js";
import { machineRoutes } from "./machine.js";
import { mapRoutes } from "./map.js";
import { memoryRoutes } from "./memories.js";
import { recallRoutes } from "./recall.js";
import { remediationRoutes } from "./remediations.js";
import { runRoutes } from "./runs.js";
import { searchRoutes } from "./search.js";
import { sessionRoutes } from "./sessions.js";

/** The routes of the page's API, next to the tools, by method and path. */
export const routes = {
  ...homeRoutes,
  ...inboxRoutes,
  ...mapRoutes,
  ...searchRoutes,
  ...sessionRoutes,
  ...recallRoutes,
  ...machineRoutes,
  ...memoryRoutes,
  ...remediationRoutes,
  ...contextRoutes,
  ...runRoutes,
};
