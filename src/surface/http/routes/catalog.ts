import { activityRoute } from "./activity.js";
import { contextRepositoriesRoute, contextRoute, entryAtRoute, entryVersionsRoute } from "./context.js";
import {
  decisionTextRoute,
  overruledRoute,
  removeDecisionRoute,
  reopenConflictRoute,
  restoreOverruledRoute,
  rewriteDecisionRoute,
} from "./corrections.js";
import type { Route } from "./define-route.js";
import { doctorFixRoute, doctorRoute } from "./doctor.js";
import { entryReviewRoute, redactEntryRoute, verifyEntryRoute } from "./entry-review.js";
import { homeRoute } from "./home.js";
import { inboxRoute } from "./inbox.js";
import { mapRoute } from "./map.js";
import {
  memoriesRoute,
  memoryConfidenceRoute,
  memoryRoute,
  memoryTallyRoute,
  mergeMemoriesRoute,
  undoMemoryEditRoute,
} from "./memories.js";
import { patternsRoute } from "./patterns.js";
import { recallRoute, receiptsRoute } from "./recall.js";
import { forgetRemediationRoute, remediationRoute, remediationsRoute } from "./remediations.js";
import { findTurnsRoute, replayRoute, turnsRoute, wholeOutputRoute } from "./replay.js";
import { runOutputRoute, runStatisticsRoute, runsRoute } from "./runs.js";
import { searchRoute } from "./search.js";
import { forgetSessionRoute, sessionsRoute } from "./sessions.js";
import { settingsRoute, settingsSetRoute } from "./settings.js";
import { addSampleRoute, removeSampleRoute, setupPlanRoute, setupRoute } from "./setup.js";
import { welcomeRoute } from "./welcome.js";

/** The routes of the page's API, next to the tools. */
export const routes: readonly Route<unknown>[] = [
  welcomeRoute,
  homeRoute,
  inboxRoute,
  mapRoute,
  activityRoute,
  searchRoute,
  sessionsRoute,
  replayRoute,
  turnsRoute,
  findTurnsRoute,
  wholeOutputRoute,
  forgetSessionRoute,
  receiptsRoute,
  recallRoute,
  settingsRoute,
  settingsSetRoute,
  setupPlanRoute,
  setupRoute,
  addSampleRoute,
  removeSampleRoute,
  doctorRoute,
  doctorFixRoute,
  memoriesRoute,
  memoryTallyRoute,
  memoryConfidenceRoute,
  memoryRoute,
  mergeMemoriesRoute,
  undoMemoryEditRoute,
  remediationsRoute,
  remediationRoute,
  forgetRemediationRoute,
  contextRepositoriesRoute,
  contextRoute,
  entryVersionsRoute,
  entryAtRoute,
  entryReviewRoute,
  verifyEntryRoute,
  redactEntryRoute,
  decisionTextRoute,
  rewriteDecisionRoute,
  removeDecisionRoute,
  reopenConflictRoute,
  overruledRoute,
  restoreOverruledRoute,
  patternsRoute,
  runsRoute,
  runStatisticsRoute,
  runOutputRoute,
];
