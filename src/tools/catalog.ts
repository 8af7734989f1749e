import { fetchContext, searchTools } from "./archive/search.js";
import { sessionTools } from "./archive/sessions.js";
import { projectTools } from "./bridge/projects.js";
import { questionTools } from "./bridge/questions.js";
import { runTools } from "./bridge/runs.js";
import { decisionTools } from "./context/decisions.js";
import { conventionTools, knowledgeTools, scopeTools } from "./context/entries.js";
import { skillFeedbackTools } from "./context/skill-feedback.js";
import { skillTools } from "./context/skills.js";
import { syncTools } from "./context/sync.js";
import { valueTools } from "./context/values.js";
import { recall, recallRead } from "./core/recall.js";
import { toolCall } from "./core/tool-call.js";
import type { Tool } from "./define-tool.js";
import { checkpointTools } from "./memory/checkpoints.js";
import { memoryTools } from "./memory/memories.js";
import { memoryRecord } from "./memory/memory-record.js";
import { memorySearch } from "./memory/memory-search.js";
import { remediationTools } from "./memory/remediations.js";
import { repositoryTools } from "./memory/repository.js";
import { troubleshootDiagnose } from "./memory/troubleshoot-diagnose.js";

/** Every tool, in the order in which clients list them. */
export const tools: readonly Tool[] = [
  recall,
  recallRead,
  toolCall,
  ...knowledgeTools,
  ...conventionTools,
  ...skillTools,
  ...skillFeedbackTools,
  ...decisionTools,
  ...valueTools,
  ...scopeTools,
  ...syncTools,
  memorySearch,
  memoryRecord,
  ...memoryTools,
  ...checkpointTools,
  ...remediationTools,
  troubleshootDiagnose,
  fetchContext,
  ...repositoryTools,
  ...searchTools,
  ...sessionTools,
  ...projectTools,
  ...questionTools,
  ...runTools,
];
