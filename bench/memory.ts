// Searching, recording and voting among many memories. Baseline: a plain FTS5 query over the same texts in the same run.
// Usage: npm run bench -- memory        BENCH_MEMORIES=10000 for fewer
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "../src/base/log.js";
import { fixedWorld } from "../src/base/world.js";
import { createIdentity } from "../src/domain/identity/identity.js";
import { createAnchors } from "../src/domain/memory/anchors.js";
import { createMemories } from "../src/domain/memory/memories.js";
import { contentKey } from "../src/domain/memory/same-text.js";
import { createSearch } from "../src/domain/search/search.js";
import { gitFolders } from "../src/engine/git-folders/git-folders.js";
import type { Sql, SqlSession } from "../src/engine/sql.js";
import { openSqlite } from "../src/engine/sqlite/open-sqlite.js";
import type { Memory } from "../src/store/memory/memory.js";
import { openMemoryStore } from "../src/store/memory/memory-store.js";
import { migrate } from "../src/store/migrate.js";
import { migrations } from "../src/store/migrations/index.js";
import { openSearchIndex } from "../src/store/search/search-index.js";
import { openVectorStore } from "../src/store/search/vector-store.js";
import { median, report } from "./support/report.js";

const count = Number(process.env.BENCH_MEMORIES ?? 100_000);
const projects = 10;
const folder = mkdtempSync(join(tmpdir(), "throughline-bench-memory-"));
const database = join(folder, "bench.db");
const world = fixedWorld();
const sql = await openSqlite(database);
await migrate(sql, world, migrations);
const index = openSearchIndex(sql);

const subjects =
  "pool cache queue token session upload index deploy login invoice parser worker socket cursor schema".split(" ");
const verbs = "retry close warm split lock drain rotate cancel batch flush merge verify expire throttle migrate".split(
  " ",
);
const places = "staging production checkout gateway importer scheduler mailer dashboard exporter terminal".split(" ");
const pick = (words: readonly string[], n: number) => words[n % words.length] ?? "";

/** Texts of ordinary length that differ in what they are about and in a rare word each. */
function aMemory(n: number): Memory {
  const [subject, verb, place] = [pick(subjects, n), pick(verbs, n * 7 + 3), pick(places, n * 13 + 5)];
  const title = `${verb} the ${subject} in ${place} ${n % 997}`;
  const content = `When the ${subject} of the ${place} was slow we chose to ${verb} it before the ${pick(subjects, n + 4)}; ticket ref${n}.`;
  const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
  return {
    ...{ id: `mem_${String(n).padStart(8, "0")}`, project: `project-${n % projects}`, title, content },
    ...{
      outcome: "success",
      confidence: 0.5,
      tags: [subject],
      state: "candidate",
      source: "explicit",
      author: "bench",
    },
    ...{ anchors: [], evidence: [], votes: { helpful: 0, unhelpful: 0, succeeded: 0, failed: 0 } },
    ...{
      supersedes: "",
      supersededBy: "",
      reason: "",
      contentKey: contentKey(title, content),
      createdAt: at,
      updatedAt: at,
    },
  };
}

/** Many records in one transaction: how a store is filled, not how it is used. */
const within = (session: SqlSession): Sql => ({ ...sql, ...session, transaction: (body) => body(session) });
for (let from = 0; from < count; from += 1000) {
  await sql.transaction(async (session) => {
    const store = openMemoryStore(within(session), index);
    for (let n = from; n < Math.min(from + 1000, count); n++) await store.add("bench", aMemory(n));
  });
}

const memories = createMemories({
  ...{ store: openMemoryStore(sql, index), world, anchors: createAnchors({ read: async () => undefined }) },
  search: createSearch({ index, vectors: openVectorStore(sql), embedder: undefined, world }),
  identity: createIdentity({ checkouts: gitFolders, user: "bench" }),
});
const call = {
  ...{ signal: new AbortController().signal, tenant: "bench", caller: "bench", folder, log: silentLog },
  progress: () => {},
};

async function times(rounds: number, body: (n: number) => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const began = performance.now();
    await body(n);
    all.push(performance.now() - began);
  }
  return all;
}

const query = (n: number) => `how do we ${pick(verbs, n)} the ${pick(subjects, n * 3)} in ${pick(places, n * 5)}`;
const plain = await times(100, (n) =>
  sql.all("SELECT rowid FROM search_words WHERE search_words MATCH ? ORDER BY rank LIMIT 5", [
    `"${pick(verbs, n)}" OR "${pick(subjects, n * 3)}" OR "${pick(places, n * 5)}"`,
  ]),
);
const base = median(plain);
const results: Record<string, number[]> = {
  "plain FTS5 (baseline)": plain,
  memory_search: await times(100, (n) =>
    memories.search(call, { project: `project-${n % projects}`, query: query(n), limit: 5 }),
  ),
  "memory_search, a rare word": await times(100, (n) =>
    memories.search(call, { project: `project-${(n * 31) % projects}`, query: `ref${n * 31}`, limit: 5 }),
  ),
  memory_record: await times(50, (n) =>
    memories.record(call, {
      ...{ project: `project-${n % projects}`, outcome: "success", tags: [] },
      ...{ title: `New lesson ${n}`, content: `Nobody has written ${n} of this before, whatever it is.` },
    }),
  ),
  memory_feedback: await times(50, (n) => memories.signal(call, `mem_${String(n).padStart(8, "0")}`, "helpful")),
};
const row = ([name, all]: [string, number[]]) => {
  const sorted = all.toSorted((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  return [name, `${median(all).toFixed(1)} ms`, `${p95.toFixed(1)} ms`, (median(all) / base).toFixed(2)];
};
report(
  `memory: ${count} memories, ${(statSync(database).size / 1e6).toFixed(0)} MB`,
  ["what", "p50", "p95", "× baseline"],
  Object.entries(results).map(row),
);
await sql.close();
rmSync(folder, { recursive: true, force: true });
