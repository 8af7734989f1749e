import { onboardingText } from "../../domain/context/onboarding-text.js";
import { handoffText, reviewText } from "../../domain/context/prompt-texts.js";
import { conflictsText } from "../../domain/context/sync/conflicts-text.js";
import { definePrompt } from "../define-prompt.js";

export const contextOnboarding = definePrompt({
  name: "context_onboarding",
  toolset: "context",
  title: "Onboard to this project",
  description: "The team's knowledge of this project as one message.",
  render: async (app) => onboardingText(await app.context.open(app.call)),
});

export const contextHandoff = definePrompt({
  name: "context_handoff",
  toolset: "context",
  title: "Take over work",
  description: "The current task, its blockers and the latest sessions.",
  render: async (app) => handoffText(await app.context.open(app.call)),
});

export const contextReviewDecisions = definePrompt({
  name: "context_review_decisions",
  toolset: "context",
  title: "Review decisions",
  description: "Every shared decision in full, to check whether it still applies.",
  render: async (app) => reviewText(await app.context.open(app.call)),
});

export const contextResolveConflicts = definePrompt({
  name: "context_resolve_conflicts",
  toolset: "context",
  title: "Resolve merge conflicts",
  description: "The conflicts of a pull, and how to resolve them.",
  render: async (app) => conflictsText(await app.context.open(app.call)),
});
