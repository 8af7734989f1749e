import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hashEmbedder } from "../../../../test/support/hash-embedder.js";
import { silentLog } from "../../../base/log.js";
import { fixedRuntime } from "../../../base/runtime.js";
import { noActivity } from "../../../engine/activity.js";
import type { Embedder } from "../../../engine/embedder.js";
import type { Sql } from "../../../engine/sql.js";
import { openSqlite } from "../../../engine/sqlite/open-sqlite.js";
import { openLeaseStore } from "../../../store/lease-store.js";
import { migrate } from "../../../store/migrate.js";
import { migrations } from "../../../store/migrations/index.js";
import { searchDocument } from "../../../store/search/search-document.js";
import { openSearchIndex } from "../../../store/search/search-index.js";
import { openVectorStore } from "../../../store/search/vector-store.js";
import { createSearch } from "../search.js";
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
const embeddingWith = (embedder: Embedder | undefined, quiet = noActivity.quiet) =>
  createEmbedding({
    vectors: openVectorStore(sql),
    embedder,
    leases: openLeaseStore(sql, runtime),
    runtime,
    log: silentLog,
    activity: { quiet },
    isOnBattery: async () => false,
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

  it("embeds the names of symbols first, however much else is pending", async () => {
    const symbol = (id: string, title: string) =>
      searchDocument({ id, kind: "code", project: "p", source: id, at: "2026-01-01", title, body: "x" });
    await openSearchIndex(sql).put("t", [symbol("a", "openPool"), symbol("a~2", "openPool"), symbol("b", "")]);
    const embedder = { ...hashEmbedder(), embedStatic: () => new Float32Array(64).fill(1 / 8) };
    expect(await embeddingWith(embedder).run({ max: 0 })).toBe(0);
    expect(await openVectorStore(sql).count("hash")).toBe(1);
    expect(await embeddingWith(embedder).run({})).toBe(23);
    expect(await openVectorStore(sql).count("hash")).toBe(24);
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
    await embeddingWith(undefined).start()();
  });

  it("waits before each passage until nobody waits for an answer, and never where somebody waits for it", async () => {
    vi.useFakeTimers();
    try {
      const asked: string[] = [];
      let end = () => {};
      const quiet = (signal?: AbortSignal) => {
        asked.push("quiet");
        if (signal?.aborted) return Promise.resolve();
        return asked.length < 7 ? Promise.resolve() : new Promise<void>((resolve) => (end = resolve));
      };
      const { embed, ...rest } = hashEmbedder();
      const record = async (texts: readonly string[]) => {
        asked.push(...texts);
        return embed(texts);
      };
      const embedding = embeddingWith({ ...rest, embed: record }, quiet);
      const stop = embedding.start();
      vi.advanceTimersByTime(20_000);
      await vi.waitFor(() => expect(asked).toHaveLength(7));
      // The newest first.
      expect(asked).toEqual(["quiet", "n19", "quiet", "n18", "quiet", "n17", "quiet"]);
      const stopped = stop();
      end();
      await stopped;
      asked.length = 0;
      await embedding.run({});
      expect(asked).not.toContain("quiet");
    } finally {
      vi.useRealTimers();
    }
  });

  it("gives up its lease when it is stopped, so that the next process can start at once", async () => {
    vi.useFakeTimers();
    try {
      let finish = () => {};
      const slow = hashEmbedder();
      const waiting = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const isAsked = new Promise<void>((resolve) => {
        const { embed } = slow;
        Object.assign(slow, {
          embed: async (texts: readonly string[]) => {
            resolve();
            await waiting;
            return embed(texts);
          },
        });
      });
      const stop = embeddingWith(slow).start();
      vi.advanceTimersByTime(20_000);
      await isAsked;
      const stopped = stop();
      finish();
      await stopped;
      expect(await openLeaseStore(sql, runtime).take("search.embedding", "other", 60_000)).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a search for records", () => {
  it("embeds what was just recorded, ahead of a backlog", async () => {
    const record = searchDocument({
      id: "m",
      kind: "memory",
      project: "p",
      source: "m",
      at: "2026-01-01",
      body: "walrus",
    });
    await openSearchIndex(sql).put("t", [record]);
    const vectors = openVectorStore(sql);
    const embedder = hashEmbedder();
    const search = createSearch({ index: openSearchIndex(sql), vectors, embedder, runtime, recordsWaitMs: 5000 });
    await search.find({ tenant: "t", query: "ice", kinds: ["exchange"] });
    expect(await vectors.count(embedder.model)).toBe(0);
    expect(await search.find({ tenant: "t", query: "walrus" })).toMatchObject({ meaning: "used" });
    expect(await vectors.count(embedder.model)).toBe(1);
    expect(await vectors.countPending(embedder.model)).toBe(21);
  });
});
