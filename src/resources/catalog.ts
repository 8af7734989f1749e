import { projectCurrent, projectKnowledge, projectPatterns } from "./archive/project-context.js";
import { conventionEntry, conventions } from "./context/conventions.js";
import { decision, decisions } from "./context/decisions.js";
import { knowledge, knowledgeEntry } from "./context/knowledge.js";
import { history, manifest, state, summary } from "./context/project.js";
import {
  contextHandoff,
  contextOnboarding,
  contextResolveConflicts,
  contextReviewDecisions,
  handover,
} from "./context/prompts.js";
import { skill, skillFeedback, skillProposals, skillStatistics, skills } from "./context/skills.js";
import type { Prompt } from "./define-prompt.js";
import type { Resource } from "./define-resource.js";

/** Every resource, in the order in which clients list them. */
export const resources: readonly Resource[] = [
  manifest,
  summary,
  knowledge,
  knowledgeEntry,
  conventions,
  conventionEntry,
  decisions,
  decision,
  state,
  history,
  skills,
  skillStatistics,
  skill,
  skillFeedback,
  skillProposals,
  projectCurrent,
  projectPatterns,
  projectKnowledge,
];

export const prompts: readonly Prompt[] = [
  contextOnboarding,
  contextHandoff,
  contextReviewDecisions,
  contextResolveConflicts,
  handover,
];
