import { recordTable } from "../record-table.js";
import { type SearchDocument, searchDocument } from "../search/search-document.js";
import { isCurrent, type Memory, pastScope } from "./memory.js";

export const memoryTable = recordTable<Memory>({
  id: "text",
  project: "text",
  title: "text",
  content: "text",
  outcome: "text",
  confidence: "number",
  tags: "json",
  state: "text",
  source: "text",
  author: "text",
  anchors: "json",
  evidence: "json",
  votes: "json",
  guards: "json",
  supersedes: "text",
  supersededBy: "text",
  reason: "text",
  contentKey: "text",
  createdAt: "text",
  updatedAt: "text",
});

export const memoryDocumentId = (id: string): string => `memory/${id}`;

/** The search document of a memory. The scope distinguishes current memories from those that were only heard, superseded or rejected. */
export const memoryDocument = (memory: Memory): SearchDocument =>
  searchDocument({
    id: memoryDocumentId(memory.id),
    kind: "memory",
    project: memory.project,
    scope: isCurrent(memory) ? "current" : memory.state === "heard" ? "heard" : pastScope,
    source: memory.id,
    at: memory.createdAt,
    title: memory.title,
    body: memory.content,
    files: memory.anchors.map(({ name }) => name),
    tags: memory.tags,
    confidence: memory.confidence,
    supersedes: memory.supersedes === "" ? "" : memoryDocumentId(memory.supersedes),
  });
