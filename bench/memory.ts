// Searching, recording and voting among many memories. Baseline: a plain FTS5 query over the same texts in the same run.
// Usage: npm run bench -- memory        BENCH_MEMORIES=10000 for fewer
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "../src/base/log.js";
import { fixedRuntime } from "../src/base/runtime.js";
import { createProjectResolver } from "../src/domain/identity/project-resolver.js";
import { createAnchors } from "../src/domain/memory/anchors.js";
import { createMemories } from "../src/domain/memory/memories.js";
import { contentKey } from "../src/domain/memory/text-similarity.js";
import { createSearch } from "../src/domain/search/search.js";
import { gitCliLocator } from "../src/engine/git-cli/git-cli-locator.js";
import type { Sql, SqlSession } from "../src/engine/sql.js";
import { openSqlite } from "../src/engine/sqlite/open-sqlite.js";
import type { Memory } from "../src/store/memory/memory.js";
import { openMemoryStore } from "../src/store/memory/memory-store.js";
import { migrate } from "../src/store/migrate.js";
import { migrations } from "../src/store/migrations/index.js";
import { openSearchIndex } from "../src/store/search/search-index.js";
import { openVectorStore } from "../src/store/search/vector-store.js";
import { report } from "./support/report.js";
import { type Times, timeCells, times } from "./support/times.js";

const count = Number(process.env.BENCH_MEMORIES ?? 100_000);
const projects = 10;
const folder = mkdtempSync(join(tmpdir(), "throughline-bench-memory-"));
const database = join(folder, "bench.db");
const runtime = fixedRuntime();
const sql = await openSqlite(database);
await migrate(sql, runtime, migrations);
const index = openSearchIndex(sql);

const syllables = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo za".split(" ");
/** Zipf's law, as in prose: the hundredth word is a hundred times rarer than the first. */
const vocabulary = Array.from({ length: 4000 }, (_, n) =>
  [n % 20, Math.floor(n / 20) % 20, Math.floor(n / 400) % 20, n % 7].map((k) => syllables[k] ?? "").join(""),
);
const chance = (n: number) => (Math.imul(n ^ (n >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32;
const wordAt = (n: number) => vocabulary[Math.floor(vocabulary.length ** chance(n)) - 1] ?? "";
const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => wordAt(from + i * 7919)).join(" ");

/** Texts of ordinary length, each with one unique word. */
function aMemory(n: number): Memory {
  const [title, content] = [words(n * 101, 6), `${words(n * 31 + 7, 30)} ref${n}`];
  const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
  return {
    ...{ id: `mem_${String(n).padStart(8, "0")}`, project: `project-${n % projects}`, title, content },
    ...{ outcome: "success", confidence: 0.5, tags: [], state: "candidate", source: "explicit", author: "bench" },
    ...{ anchors: [], evidence: [], votes: { helpful: 0, unhelpful: 0, succeeded: 0, failed: 0 } },
    ...{ supersedes: "", supersededBy: "", reason: "" },
    ...{ contentKey: contentKey(title, content), createdAt: at, updatedAt: at },
  };
}

/** Many records in one transaction, to fill the store quickly. */
const sqlWithin = (session: SqlSession): Sql => ({ ...sql, ...session, transaction: (body) => body(session) });
for (let from = 0; from < count; from += 1000) {
  await sql.transaction(async (session) => {
    const store = openMemoryStore(sqlWithin(session), index);
    for (let n = from; n < Math.min(from + 1000, count); n++) await store.add("bench", [aMemory(n)]);
  });
}

const memories = createMemories({
  ...{ store: openMemoryStore(sql, index), runtime, anchors: createAnchors({ read: async () => undefined }) },
  search: createSearch({ index, vectors: openVectorStore(sql), embedder: undefined, runtime }),
  identity: createProjectResolver({ gitLocator: gitCliLocator, user: "bench" }),
});
const call = {
  ...{ signal: new AbortController().signal, tenant: "bench", caller: "bench", folder, log: silentLog },
  progress: () => {},
};

/** Four words of an existing memory, some of them common. */
const memoryIndex = (n: number) => (n * 997) % count;
const query = (n: number) => aMemory(memoryIndex(n)).content.split(" ").slice(3, 7).join(" ");
const plain = await times(100, (n) =>
  sql.all("SELECT rowid FROM search_words WHERE search_words MATCH ? ORDER BY rank LIMIT 5", [
    query(n).replaceAll(" ", " OR "),
  ]),
);
const results: Record<string, Times> = {
  "plain FTS5 (baseline)": plain,
  memory_search: await times(100, async (n) => {
    const hits = await memories.search(call, {
      project: `project-${memoryIndex(n) % projects}`,
      query: query(n),
      limit: 5,
    });
    if (hits.length === 0) throw new Error(`No result for ${query(n)}`);
  }),
  "memory_search, a rare word": await times(100, (n) =>
    memories.search(call, { project: `project-${memoryIndex(n) % projects}`, query: `ref${memoryIndex(n)}`, limit: 5 }),
  ),
  memory_record: await times(50, (n) =>
    memories.record(call, {
      ...{ project: `project-${n % projects}`, outcome: "success", tags: [] },
      ...{ title: words(n + 5, 6), content: words(n * 3 + 11, 30) },
    }),
  ),
  memory_feedback: await times(50, (n) => memories.signal(call, `mem_${String(n).padStart(8, "0")}`, "helpful")),
};
report(
  `memory: ${count} memories, ${(statSync(database).size / 1e6).toFixed(0)} MB`,
  ["what", "p50", "p95", "processor", "× baseline"],
  Object.entries(results).map(([name, all]) => [name, ...timeCells(all), (all.cpu / plain.cpu).toFixed(2)]),
);
await sql.close();
rmSync(folder, { recursive: true, force: true });
