import { fetchContext } from "./archive/fetch-context.js";
import { fileHistory } from "./archive/file-history.js";
import { getPatterns } from "./archive/get-patterns.js";
import { searchArchive } from "./archive/search-archive.js";
import { sessionList } from "./archive/session-list.js";
import { sessionRead } from "./archive/session-read.js";
import { sessionTimeline } from "./archive/session-timeline.js";
import { listProjects } from "./bridge/list-projects.js";
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
  fetchContext,
  searchArchive,
  getPatterns,
  sessionList,
  sessionRead,
  sessionTimeline,
  fileHistory,
  listProjects,
];
