import { tmpdir } from "node:os";
import { homeAt } from "../../src/base/home.js";
import { resolveSettings } from "../../src/base/resolve-settings.js";
import { errorSignature } from "../../src/base/text/error-fingerprint.js";
import { createTokens } from "../../src/domain/access/tokens.js";
import { contentKey } from "../../src/domain/memory/text-similarity.js";
import { ambientTransaction } from "../../src/engine/ambient-transaction.js";
import { inTenant } from "../../src/engine/tenant-scope.js";
import { databaseOf } from "../../src/entry/wiring/open-database.js";
import { systemRuntime } from "../../src/entry/wiring/system-runtime.js";
import { openTokenStore } from "../../src/store/access/token-store.js";
import type { Memory } from "../../src/store/memory/memory.js";
import { openMemoryStore } from "../../src/store/memory/memory-store.js";
import type { Remediation } from "../../src/store/memory/remediation.js";
import { openRemediationStore } from "../../src/store/memory/remediation-store.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";

const subjects = ["connection pool", "login session", "image cache", "payment retry", "search index", "build cache"];
const problems = [
  "leaks after a restart",
  "times out under load",
  "returns stale rows",
  "fails on Windows",
  "needs a lock",
];
const reasons = [
  "the clock was wrong",
  "it was not closed",
  "the limit was too low",
  "two writers met",
  "it was never set",
];

const syllables = ["ka", "lo", "mi", "ru", "te", "su", "no", "va", "pi", "do"];
/** One of a thousand invented words, each in few documents, like names in code. */
const rareWord = (n: number) => [...String((n * 7919) % 1000)].map((digit) => syllables[Number(digit)]).join("");

/** Queries of the benchmark: words in many documents, and one in few. */
export const benchQuestions = Array.from(
  { length: 300 },
  (_, n) => `${pick(subjects, n)} ${pick(problems, n >> 2)} ${rareWord(n)}`,
);

function pick<T>(list: readonly T[], n: number): T {
  return list[n % list.length] as T;
}

export interface SeededTenant {
  readonly name: string;
  /** Memories; the first ones come with a fix each. */
  readonly documents: number;
}

/** More are copied by the database, because the product would take hours. */
const maxAdded = 1000;

/** Adds memories and fixes for each tenant; returns a token each. `grow` copies memories until the tenant has as many. */
export async function seedTenants(
  database: string,
  tenants: readonly SeededTenant[],
  grow: (tenant: SeededTenant) => Promise<void>,
): Promise<string[]> {
  const sql = await openDatabase(database);
  const ambient = ambientTransaction(sql);
  const runtime = systemRuntime();
  const index = openSearchIndex(ambient.sql);
  const memories = openMemoryStore(ambient.sql, index);
  const remediations = openRemediationStore(ambient.sql, index);
  const tokens = createTokens({ store: openTokenStore(ambient.sql), runtime, audit: { noteWithin: async () => {} } });
  const secrets: string[] = [];
  for (const [t, tenant] of tenants.entries()) {
    const newToken = { tenant: tenant.name, user: "ada", role: "write", teams: [], label: "bench", days: 1 } as const;
    const added = Math.min(maxAdded, tenant.documents);
    const seed = () =>
      ambient.inTransaction(async () => {
        for (let n = 0; n < added; n++) {
          await memories.add(tenant.name, [aMemory(runtime.newId("mem"), t + n)]);
          if (n % 2 === 0)
            await remediations.add(
              { tenant: tenant.name, owner: tenant.name },
              aRemediation(runtime.newId("rem"), t + n),
            );
        }
        secrets.push((await tokens.create(newToken)).secret);
      });
    await inTenant(tenant.name, seed);
    if (tenant.documents > added) await grow(tenant);
  }
  await sql.close();
  return secrets;
}

const openDatabase = (database: string) =>
  databaseOf({ ...resolveSettings([]).values, database }, homeAt(tmpdir())).open();

const createdAt = "2026-01-02T03:04:05.000Z";

function aMemory(id: string, n: number): Memory {
  const title = `The ${pick(subjects, n)} ${pick(problems, n >> 2)}`;
  const content = `${title} because ${pick(reasons, n >> 3)}. Seen in ${rareWord(n)}, fixed by ${rareWord(n * 3)}.`;
  return {
    id,
    project: "shop",
    title,
    content,
    outcome: "success",
    confidence: 0.5,
    tags: [],
    state: "candidate",
    source: "explicit",
    author: "ada",
    anchors: [],
    evidence: [{ at: createdAt, author: "ada", title }],
    votes: { helpful: 0, unhelpful: 0, succeeded: 0, failed: 0 },
    supersedes: "",
    supersededBy: "",
    reason: "",
    contentKey: contentKey(title, content),
    createdAt,
    updatedAt: createdAt,
  };
}

function aRemediation(id: string, n: number): Remediation {
  const problem = `Error: ${pick(subjects, n)} ${pick(problems, n >> 2)} in ${rareWord(n)}`;
  return {
    id,
    scope: "org",
    team: "",
    project: "",
    category: "database",
    title: problem.slice(7),
    problem,
    symptoms: [],
    rootCause: pick(reasons, n),
    solution: `Do step ${n}.`,
    failedAttempts: [],
    verifiedBy: "",
    codeDiff: "",
    affectedFiles: [],
    tags: [],
    sessionId: "",
    author: "ada",
    confidence: 0.5,
    usageCount: 0,
    fingerprint: errorSignature(problem),
    createdAt,
    updatedAt: createdAt,
  };
}
