import { activityRoutes } from "./activity.js";
import { contextRoutes } from "./context.js";
import { correctionRoutes } from "./corrections.js";
import type { Route } from "./define-route.js";
import { doctorRoutes } from "./doctor.js";
import { entryReviewRoutes } from "./entry-review.js";
import { homeRoutes } from "./home.js";
import { inboxRoutes } from "./inbox.js";
import { mapRoutes } from "./map.js";
import { memoryRoutes } from "./memories.js";
import { patternRoutes } from "./patterns.js";
import { recallRoutes } from "./recall.js";
import { remediationRoutes } from "./remediations.js";
import { replayRoutes } from "./replay.js";
import { ruleRoutes } from "./rules.js";
import { runRoutes } from "./runs.js";
import { searchRoutes } from "./search.js";
import { sessionRoutes } from "./sessions.js";
import { settingRoutes } from "./settings.js";
import { setupRoutes } from "./setup.js";
import { welcomeRoutes } from "./welcome.js";

/** The routes of the page's API, next to the tools. */
export const routes: readonly Route<unknown>[] = [
  ...welcomeRoutes,
  ...homeRoutes,
  ...inboxRoutes,
  ...mapRoutes,
  ...activityRoutes,
  ...searchRoutes,
  ...sessionRoutes,
  ...replayRoutes,
  ...recallRoutes,
  ...settingRoutes,
  ...setupRoutes,
  ...doctorRoutes,
  ...memoryRoutes,
  ...ruleRoutes,
  ...remediationRoutes,
  ...contextRoutes,
  ...entryReviewRoutes,
  ...correctionRoutes,
  ...patternRoutes,
  ...runRoutes,
];
