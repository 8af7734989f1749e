import { fetchContext } from "./archive/fetch-context.js";
import { fileHistory } from "./archive/file-history.js";
import { getPatterns } from "./archive/get-patterns.js";
import { searchArchive } from "./archive/search-archive.js";
import { sessionList } from "./archive/session-list.js";
import { sessionRead } from "./archive/session-read.js";
import { sessionTimeline } from "./archive/session-timeline.js";
import { getProjectInfo } from "./bridge/get-project-info.js";
import { getRepoStructure } from "./bridge/get-repo-structure.js";
import { implementInRepo } from "./bridge/implement-in-repo.js";
import { listProjects } from "./bridge/list-projects.js";
import { listRepos } from "./bridge/list-repos.js";
import { queryAllRepos } from "./bridge/query-all-repos.js";
import { queryRepo } from "./bridge/query-repo.js";
import { runCancel } from "./bridge/run-cancel.js";
import { runInRepo } from "./bridge/run-in-repo.js";
import { runResult } from "./bridge/run-result.js";
import { runStatus } from "./bridge/run-status.js";
import { switchProject } from "./bridge/switch-project.js";
import { contextAddConvention } from "./context/context-add-convention.js";
import { contextAddKnowledge } from "./context/context-add-knowledge.js";
import { contextAddSkill } from "./context/context-add-skill.js";
import { contextAppendSession } from "./context/context-append-session.js";
import { contextConflictDetail } from "./context/context-conflict-detail.js";
import { contextGet } from "./context/context-get.js";
import { contextGetConvention } from "./context/context-get-convention.js";
import { contextGetDecision } from "./context/context-get-decision.js";
import { contextGetKnowledge } from "./context/context-get-knowledge.js";
import { contextGetScope } from "./context/context-get-scope.js";
import { contextGetSkill } from "./context/context-get-skill.js";
import { contextListConventions } from "./context/context-list-conventions.js";
import { contextListDecisions } from "./context/context-list-decisions.js";
import { contextListKnowledge } from "./context/context-list-knowledge.js";
import { contextListSkillProposals } from "./context/context-list-skill-proposals.js";
import { contextListSkills } from "./context/context-list-skills.js";
import { contextMergeAbort } from "./context/context-merge-abort.js";
import { contextMergeFinalize } from "./context/context-merge-finalize.js";
import { contextMergeStatus } from "./context/context-merge-status.js";
import { contextProposeSkillImprovement } from "./context/context-propose-skill-improvement.js";
import { contextRateSkill } from "./context/context-rate-skill.js";
import { contextRecordDecision } from "./context/context-record-decision.js";
import { contextRemoveKnowledge } from "./context/context-remove-knowledge.js";
import { contextRemoveSkill } from "./context/context-remove-skill.js";
import { contextReportSkillUsage } from "./context/context-report-skill-usage.js";
import { contextResolveConflict } from "./context/context-resolve-conflict.js";
import { contextResolveProposal } from "./context/context-resolve-proposal.js";
import { contextRmConvention } from "./context/context-rm-convention.js";
import { contextSearch } from "./context/context-search.js";
import { contextSet } from "./context/context-set.js";
import { contextSetScope } from "./context/context-set-scope.js";
import { contextSyncPull } from "./context/context-sync-pull.js";
import { contextSyncPush } from "./context/context-sync-push.js";
import { contextUpdateDecision } from "./context/context-update-decision.js";
import { contextUpdateState } from "./context/context-update-state.js";
import { recall } from "./core/recall.js";
import { recallRead } from "./core/recall-read.js";
import { toolCall } from "./core/tool-call.js";
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
import { repositoryIndex } from "./memory/repository-index.js";
import { repositoryOutline } from "./memory/repository-outline.js";
import { repositorySearch } from "./memory/repository-search.js";
import { semanticSearch } from "./memory/semantic-search.js";
import { troubleshootDiagnose } from "./memory/troubleshoot-diagnose.js";

/** Every tool, in the order in which clients list them. */
export const tools: readonly Tool[] = [
  recall,
  recallRead,
  toolCall,
  contextSearch,
  contextAddKnowledge,
  contextGetKnowledge,
  contextListKnowledge,
  contextRemoveKnowledge,
  contextGet,
  contextSet,
  contextAddConvention,
  contextGetConvention,
  contextListConventions,
  contextRmConvention,
  contextAddSkill,
  contextGetSkill,
  contextListSkills,
  contextRemoveSkill,
  contextReportSkillUsage,
  contextRateSkill,
  contextProposeSkillImprovement,
  contextListSkillProposals,
  contextResolveProposal,
  contextRecordDecision,
  contextGetDecision,
  contextListDecisions,
  contextUpdateDecision,
  contextUpdateState,
  contextAppendSession,
  contextGetScope,
  contextSetScope,
  contextSyncPush,
  contextSyncPull,
  contextMergeStatus,
  contextConflictDetail,
  contextResolveConflict,
  contextMergeFinalize,
  contextMergeAbort,
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
  fetchContext,
  repositoryIndex,
  repositorySearch,
  repositoryOutline,
  semanticSearch,
  searchArchive,
  getPatterns,
  sessionList,
  sessionRead,
  sessionTimeline,
  fileHistory,
  listProjects,
  switchProject,
  getProjectInfo,
  listRepos,
  queryRepo,
  queryAllRepos,
  getRepoStructure,
  implementInRepo,
  runInRepo,
  runStatus,
  runResult,
  runCancel,
];
