import { handoffText } from "../../domain/context/handoff-text.js";
import { onboardingText } from "../../domain/context/onboarding-text.js";
import { reviewText } from "../../domain/context/review-text.js";
import { conflictsText } from "../../domain/context/sync/conflicts-text.js";
import { definePrompt } from "../define-prompt.js";

export const contextOnboarding = definePrompt({
  name: "context_onboarding",
  toolset: "context",
  title: "Get to know this project",
  description: "What the team wrote down about this project, as one message to start from.",
  render: async (app) => onboardingText(await app.context.open(app.call)),
});

export const contextHandoff = definePrompt({
  name: "context_handoff",
  toolset: "context",
  title: "Take over the work",
  description: "The current task, what blocks it, and the latest sessions.",
  render: async (app) => handoffText(await app.context.open(app.call)),
});

export const contextReviewDecisions = definePrompt({
  name: "context_review_decisions",
  toolset: "context",
  title: "Review the decisions",
  description: "Every shared decision in full, to be checked against the present.",
  render: async (app) => reviewText(await app.context.open(app.call)),
});

export const contextResolveConflicts = definePrompt({
  name: "context_resolve_conflicts",
  toolset: "context",
  title: "Resolve merge conflicts",
  description: "What a pull could not merge, and how to resolve it.",
  render: async (app) => conflictsText(await app.context.open(app.call)),
});
