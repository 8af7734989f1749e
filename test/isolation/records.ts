import type { Memory } from "../../src/store/memory/memory.js";
import type { Remediation } from "../../src/store/memory/remediation.js";

const at = "2026-01-02T03:04:05.000Z";

export const memoryFor = (tenant: string, word: string): Memory => ({
  id: `mem_${tenant}`,
  project: "shop",
  title: `About ${word}`,
  content: `Only ${tenant} knows ${word}.`,
  outcome: "success",
  confidence: 0.5,
  tags: [],
  state: "candidate",
  source: "explicit",
  author: "ada",
  anchors: [],
  evidence: [],
  votes: { helpful: 0, unhelpful: 0, succeeded: 0, failed: 0 },
  supersedes: "",
  supersededBy: "",
  reason: "",
  contentKey: `key of ${tenant}`,
  createdAt: at,
  updatedAt: at,
});

export const remediationFor = (tenant: string, word: string): Remediation => ({
  id: `rem_${tenant}`,
  scope: "org",
  team: "",
  project: "",
  category: "network",
  title: word,
  problem: word,
  symptoms: [],
  rootCause: "",
  solution: word,
  failedAttempts: [],
  verifiedBy: "",
  codeDiff: "",
  affectedFiles: [],
  tags: [],
  sessionId: "",
  author: "ada",
  confidence: 0.5,
  usageCount: 0,
  fingerprint: `print of ${tenant}`,
  createdAt: at,
  updatedAt: at,
});
