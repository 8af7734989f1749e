import type { SqlRow } from "../../engine/sql.js";
import { type SearchDocument, searchDocument } from "../search/search-document.js";
import {
  type Anchor,
  type Evidence,
  isCurrent,
  type Memory,
  type MemorySource,
  type MemoryState,
  type Outcome,
  pastScope,
  type Votes,
} from "./memory.js";

export interface MemoryRow extends SqlRow {
  readonly id: string;
  readonly project: string;
  readonly title: string;
  readonly content: string;
  readonly outcome: Outcome;
  readonly confidence: number;
  readonly tags: string;
  readonly state: MemoryState;
  readonly source: MemorySource;
  readonly author: string;
  readonly anchors: string;
  readonly evidence: string;
  readonly votes: string;
  readonly supersedes: string;
  readonly superseded_by: string;
  readonly reason: string;
  readonly content_key: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export const toMemory = (row: MemoryRow): Memory => ({
  id: row.id,
  project: row.project,
  title: row.title,
  content: row.content,
  outcome: row.outcome,
  confidence: row.confidence,
  tags: JSON.parse(row.tags) as string[],
  state: row.state,
  source: row.source,
  author: row.author,
  anchors: JSON.parse(row.anchors) as Anchor[],
  evidence: JSON.parse(row.evidence) as Evidence[],
  votes: JSON.parse(row.votes) as Votes,
  supersedes: row.supersedes,
  supersededBy: row.superseded_by,
  reason: row.reason,
  contentKey: row.content_key,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const memoryColumns: readonly (readonly [string, (memory: Memory) => string | number])[] = [
  ["id", ({ id }) => id],
  ["project", ({ project }) => project],
  ["title", ({ title }) => title],
  ["content", ({ content }) => content],
  ["outcome", ({ outcome }) => outcome],
  ["confidence", ({ confidence }) => confidence],
  ["tags", ({ tags }) => JSON.stringify(tags)],
  ["state", ({ state }) => state],
  ["source", ({ source }) => source],
  ["author", ({ author }) => author],
  ["anchors", ({ anchors }) => JSON.stringify(anchors)],
  ["evidence", ({ evidence }) => JSON.stringify(evidence)],
  ["votes", ({ votes }) => JSON.stringify(votes)],
  ["supersedes", ({ supersedes }) => supersedes],
  ["superseded_by", ({ supersededBy }) => supersededBy],
  ["reason", ({ reason }) => reason],
  ["content_key", ({ contentKey }) => contentKey],
  ["created_at", ({ createdAt }) => createdAt],
  ["updated_at", ({ updatedAt }) => updatedAt],
];

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
