import { searchArchive } from "./archive/search-archive.js";
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
import { contextAddKnowledge } from "./context/context-add-knowledge.js";
import { contextSearch } from "./context/context-search.js";
import type { Tool } from "./define-tool.js";
import { memoryRecord } from "./memory/memory-record.js";
import { memorySearch } from "./memory/memory-search.js";

/** Every tool, in the order in which clients list them. */
export const tools: readonly Tool[] = [
  contextSearch,
  contextAddKnowledge,
  memorySearch,
  memoryRecord,
  searchArchive,
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
