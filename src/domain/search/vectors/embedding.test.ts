import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashEmbedder } from "../../../../test/support/hash-embedder.js";
import { silentLog } from "../../../base/log.js";
import { fixedRuntime } from "../../../base/runtime.js";
import type { Embedder } from "../../../engine/embedder.js";
import type { Sql } from "../../../engine/sql.js";
import { openSqlite } from "../../../engine/sqlite/open-sqlite.js";
import { openLeaseStore } from "../../../store/lease-store.js";
import { migrate } from "../../../store/migrate.js";
import { migrations } from "../../../store/migrations/index.js";
import { searchDocument } from "../../../store/search/search-document.js";
import { openSearchIndex } from "../../../store/search/search-index.js";
import { openVectorStore } from "../../../store/search/vector-store.js";
import { createEmbedding } from "./embedding.js";

let sql: Sql;
beforeEach(async () => {
  sql = await openSqlite(":memory:");
  await migrate(sql, fixedRuntime(), migrations);
  const note = (id: string) =>
    searchDocument({ id, kind: "note", project: "p", source: id, at: "2026-01-01", body: id });
  await openSearchIndex(sql).put(
    "t",
    Array.from({ length: 20 }, (_, i) => note(`n${i}`)),
  );
});
afterEach(() => sql.close());

const runtime = fixedRuntime();
const embeddingWith = (embedder: Embedder | undefined) =>
  createEmbedding({
    vectors: openVectorStore(sql),
    embedder,
    leases: openLeaseStore(sql, runtime),
    runtime,
    log: silentLog,
  });

describe("createEmbedding", () => {
  it("embeds everything once and reports progress", async () => {
    const progressValues: number[] = [];
    const embedding = embeddingWith(hashEmbedder());
    expect(await embedding.run({ progress: (done) => progressValues.push(done) })).toBe(20);
    expect(progressValues).toEqual([8, 16, 20]);
    expect(await embedding.run({})).toBe(0);
  });

  it("does nothing when more than the maximum is pending", async () => {
    const embedding = embeddingWith(hashEmbedder());
    expect(await embedding.run({ max: 19 })).toBe(0);
    expect(await embedding.run({ max: 20 })).toBe(20);
  });

  it("leaves the work to the process that holds the lease, and takes over afterwards", async () => {
    const other = openLeaseStore(sql, runtime);
    await other.take("search.embedding", "other", 60_000);
    expect(await embeddingWith(hashEmbedder()).run({})).toBe(0);
    await other.release("search.embedding", "other");
    expect(await embeddingWith(hashEmbedder()).run({})).toBe(20);
  });

  it("stops when aborted and resumes later", async () => {
    const stopped = new AbortController();
    const embedding = embeddingWith(hashEmbedder());
    expect(await embedding.run({ signal: stopped.signal, progress: () => stopped.abort() })).toBe(8);
    expect(await embedding.run({})).toBe(12);
  });

  it("releases the lease when the model fails", async () => {
    const broken: Embedder = { ...hashEmbedder(), embed: async () => Promise.reject(new Error("no")) };
    await expect(embeddingWith(broken).run({})).rejects.toThrow("no");
    expect(await embeddingWith(hashEmbedder()).run({})).toBe(20);
  });

  it("embeds again with another model and then removes the old vectors", async () => {
    await embeddingWith(hashEmbedder("old")).run({});
    expect(await embeddingWith(hashEmbedder("new")).run({})).toBe(20);
    expect(await openVectorStore(sql).count("old")).toBe(0);
    expect(await openVectorStore(sql).count("new")).toBe(20);
  });

  it("does nothing without a model", async () => {
    expect(await embeddingWith(undefined).run({})).toBe(0);
    embeddingWith(undefined).start()();
  });
});
