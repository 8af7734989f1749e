import { projectCurrent, projectKnowledge, projectPatterns } from "./archive/project-context.js";
import { contextOnboarding } from "./context/context-onboarding.js";
import { knowledge, knowledgeEntry } from "./context/knowledge.js";
import type { Prompt } from "./define-prompt.js";
import type { Resource } from "./define-resource.js";

/** Every resource, in the order in which clients list them. */
export const resources: readonly Resource[] = [
  knowledge,
  knowledgeEntry,
  projectCurrent,
  projectPatterns,
  projectKnowledge,
];

export const prompts: readonly Prompt[] = [contextOnboarding];
