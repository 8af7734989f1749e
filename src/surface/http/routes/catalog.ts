import { activityRoute } from "./activity.js";
import { contextPlacesRoute, contextRoute, entryAtRoute, entryVersionsRoute } from "./context.js";
import { decisionTextRoute, removeDecisionRoute, reopenConflictRoute, rewriteDecisionRoute } from "./corrections.js";
import type { Route } from "./define-route.js";
import { doctorFixRoute, doctorRoute } from "./doctor.js";
import { homeRoute } from "./home.js";
import { memoriesRoute, memoryRoute, memoryTallyRoute, mergeMemoriesRoute, undoMemoryRoute } from "./memories.js";
import { patternsRoute } from "./patterns.js";
import { receiptsRoute } from "./receipts.js";
import { forgetRemediationRoute, remediationRoute, remediationsRoute } from "./remediations.js";
import { replayRoute, wholeOutputRoute } from "./replay.js";
import { runOutputRoute, runStatisticsRoute, runsRoute } from "./runs.js";
import { searchRoute } from "./search.js";
import { forgetSessionRoute, sessionsRoute } from "./sessions.js";
import { settingsRoute, settingsSetRoute } from "./settings.js";
import { welcomeRoute } from "./welcome.js";

/** What the page asks beside the tools. */
export const routes: readonly Route<unknown>[] = [
  welcomeRoute,
  homeRoute,
  activityRoute,
  searchRoute,
  sessionsRoute,
  replayRoute,
  wholeOutputRoute,
  forgetSessionRoute,
  receiptsRoute,
  settingsRoute,
  settingsSetRoute,
  doctorRoute,
  doctorFixRoute,
  memoriesRoute,
  memoryTallyRoute,
  memoryRoute,
  mergeMemoriesRoute,
  undoMemoryRoute,
  remediationsRoute,
  remediationRoute,
  forgetRemediationRoute,
  contextPlacesRoute,
  contextRoute,
  entryVersionsRoute,
  entryAtRoute,
  decisionTextRoute,
  rewriteDecisionRoute,
  removeDecisionRoute,
  reopenConflictRoute,
  patternsRoute,
  runsRoute,
  runStatisticsRoute,
  runOutputRoute,
];
