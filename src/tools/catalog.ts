import { searchArchive } from "./archive/search-archive.js";
import { listProjects } from "./bridge/list-projects.js";
import { contextAddKnowledge } from "./context/context-add-knowledge.js";
import { contextSearch } from "./context/context-search.js";
import type { Tool } from "./define-tool.js";
import { checkpointDiff } from "./memory/checkpoint-diff.js";
import { checkpointList } from "./memory/checkpoint-list.js";
import { checkpointResume } from "./memory/checkpoint-resume.js";
import { checkpointSave } from "./memory/checkpoint-save.js";
import { memoryFeedback } from "./memory/memory-feedback.js";
import { memoryForget } from "./memory/memory-forget.js";
import { memoryGet } from "./memory/memory-get.js";
import { memoryList } from "./memory/memory-list.js";
import { memoryOutcome } from "./memory/memory-outcome.js";
import { memoryRecord } from "./memory/memory-record.js";
import { memorySearch } from "./memory/memory-search.js";
import { memoryUpdate } from "./memory/memory-update.js";
import { remediationFeedback } from "./memory/remediation-feedback.js";
import { remediationRecord } from "./memory/remediation-record.js";
import { remediationSearch } from "./memory/remediation-search.js";
import { troubleshootDiagnose } from "./memory/troubleshoot-diagnose.js";

/** Every tool, in the order in which clients list them. */
export const tools: readonly Tool[] = [
  contextSearch,
  contextAddKnowledge,
  memorySearch,
  memoryRecord,
  memoryFeedback,
  memoryList,
  memoryGet,
  memoryUpdate,
  memoryForget,
  memoryOutcome,
  checkpointSave,
  checkpointList,
  checkpointResume,
  checkpointDiff,
  remediationSearch,
  remediationRecord,
  remediationFeedback,
  troubleshootDiagnose,
  searchArchive,
  listProjects,
];
