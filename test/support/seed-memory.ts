import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openCheckpointStore } from "../../src/store/memory/checkpoint-store.js";
import type { Memory } from "../../src/store/memory/memory.js";
import { openMemoryStore } from "../../src/store/memory/memory-store.js";
import { openRemediationStore } from "../../src/store/memory/remediation-store.js";
import type { TestApp } from "./test-app.js";

const createdAt = "2026-01-02T03:04:05.000Z";
const retention = { keepAutomatic: 50, before: "" };

/** Adds one record of each kind with the ids in the tools' examples, and an indexed code file. */
export async function seedMemory(app: TestApp): Promise<void> {
  const owner = { tenant: "local", owner: await app.identity.tenant(undefined, app.folder) };
  const memory: Memory = {
    id: "mem_1",
    project: "shop",
    title: "Flaky login test",
    content: "Wait for the session cookie.",
    tags: ["db"],
    outcome: "success",
    confidence: 0.5,
    state: "candidate",
    source: "explicit",
    author: "ada",
    anchors: [{ name: "pool.ts", digest: "" }],
    evidence: [{ at: createdAt, author: "ada", title: "Flaky login test" }],
    reason: "",
    contentKey: "k",
    votes: { helpful: 0, unhelpful: 0, succeeded: 0, failed: 0 },
    supersedes: "mem_0",
    supersededBy: "",
    createdAt,
    updatedAt: createdAt,
  };
  await openMemoryStore(app.sql, app.search.index).add("local", [
    memory,
    { ...memory, id: "mem_0", state: "superseded", supersedes: "", supersededBy: "mem_1", contentKey: "k0" },
  ]);
  const checkpoint = {
    sessionId: "s1",
    project: "/work/shop",
    projectPath: "/work/shop",
    name: "Half way",
    description: "",
    summary: "Auth works.",
    context: "JWT in cookies.",
    fullState: '{"step":2}',
    tokenCount: 9,
    threshold: 70,
    autoCreated: false,
    metadata: {},
    author: "ada",
    createdAt,
  };
  const checkpoints = openCheckpointStore(app.sql);
  await checkpoints.add(owner, { ...checkpoint, id: "cp_1" }, retention);
  await checkpoints.add(owner, { ...checkpoint, id: "cp_2", summary: "Auth and tests work." }, retention);
  await openRemediationStore(app.sql, app.search.index).add(owner, {
    id: "rem_1",
    scope: "org",
    team: "",
    project: "",
    category: "network",
    title: "Start the database",
    problem: "API version 22 not available",
    symptoms: [],
    rootCause: "It was down",
    solution: "docker compose up",
    failedAttempts: ["npm ci"],
    verifiedBy: "npm test",
    codeDiff: "",
    affectedFiles: [],
    tags: [],
    sessionId: "",
    author: "ada",
    confidence: 0.5,
    usageCount: 0,
    fingerprint: "f",
    createdAt,
    updatedAt: createdAt,
  });
  const code =
    "/** Opens the connection pool, with a retry after growing pauses. */\nexport function openPool() {\n  return 1;\n}\n";
  await writeFile(join(app.folder, "pool.ts"), code);
  const indexOptions = { include: ["*"], exclude: [], maxFileSize: 1_048_576 };
  await app.code.index(app.call, { path: app.folder, ...indexOptions });
}
