import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../src/base/runtime.js";
import { createSearch } from "../../src/domain/search/search.js";
import { embedNext } from "../../src/domain/search/vectors/embed-documents.js";
import type { Sql } from "../../src/engine/sql.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { searchDocument } from "../../src/store/search/search-document.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";
import { openVectorStore } from "../../src/store/search/vector-store.js";
import { hashEmbedder } from "../support/hash-embedder.js";

const aNote = (id: string, body: string) =>
  searchDocument({ id, kind: "note", project: "shop", source: id, at: "2026-01-02T03:04:05.000Z", body });

/** Conformance tests of the vector store and of searching over it, for every database. */
export function describeVectorStore(open: () => Promise<Sql>): void {
  describe("vector store", () => {
    let sql: Sql;
    const embedder = hashEmbedder("one");
    beforeAll(async () => {
      sql = await open();
      await migrate(sql, fixedRuntime(), migrations);
    });
    beforeEach(async () => {
      const rows = await sql.all<{ id: string }>("SELECT id FROM search_documents");
      await openSearchIndex(sql).remove(
        "t",
        rows.map(({ id }) => id),
      );
      await openVectorStore(sql).forgetOthers("other");
    });
    afterAll(() => sql.close());

    const put = (...notes: [string, string][]) =>
      openSearchIndex(sql).put(
        "t",
        notes.map(([id, body]) => aNote(id, body)),
      );

    it("lists each document to embed once, the newest first", async () => {
      const vectors = openVectorStore(sql);
      await put(["a", "one"], ["b", "two"], ["c", "three"]);
      expect(await vectors.countPending("one")).toBe(3);
      expect(await embedNext(vectors, embedder, 2)).toBe(2);
      expect((await vectors.pending("one", 9)).documents.map(({ id }) => id)).toEqual(["a"]);
      expect(await embedNext(vectors, embedder, 9)).toBe(1);
      expect(await embedNext(vectors, embedder, 9)).toBe(0);
      expect(await vectors.count("one")).toBe(3);
    });

    it("returns the stored bytes with their document", async () => {
      const vectors = openVectorStore(sql);
      await put(["a", "one"]);
      await embedNext(vectors, embedder, 9);
      const [code] = await vectors.codesAfter("one", 0, 9);
      expect(code).toMatchObject({ tenant: "t", kind: "note", project: "shop" });
      expect(code?.codes.length).toBe(8);
      const [vector] = await vectors.readInt8([code?.seq ?? 0]);
      expect(vector).toMatchObject({ docId: code?.docId, seq: code?.seq });
      expect(vector?.int8.length).toBe(64);
      expect(await vectors.readInt8Of("one", [code?.docId ?? 0])).toHaveLength(1);
      expect(await vectors.readInt8Of("two", [code?.docId ?? 0])).toEqual([]);
    });

    it("keeps the tokens of a document, and adds them to a vector that was stored without", async () => {
      const vectors = openVectorStore(sql);
      await put(["a", "one"], ["b", "two"]);
      const [b, a] = (await vectors.pending("one", 9)).documents.map(({ docId }) => docId);
      const vector = { passage: 0, codes: new Uint8Array(8), int8: new Uint8Array(64), scale: 1 };
      await vectors.add("one", [{ ...vector, docId: a ?? 0, tokens: Uint8Array.of(1, 2) }]);
      await vectors.add("one", [{ ...vector, docId: b ?? 0 }]);
      const bytesOf = async (...docIds: number[]) =>
        [...(await vectors.readTokens("one", docIds))].map(([docId, tokens]) => [docId, ...tokens]);
      expect(await bytesOf(a ?? 0, b ?? 0)).toEqual([[a, 1, 2]]);
      const again = [a, b].map((docId) => ({ ...vector, docId: docId ?? 0, tokens: Uint8Array.of(3) }));
      await vectors.add("one", again);
      expect(await bytesOf(b ?? 0)).toEqual([[b, 3]]);
      expect(await bytesOf(a ?? 0)).toEqual([[a, 1, 2]]);
      expect(await vectors.count("one")).toBe(2);
    });

    it("deletes the vectors of a deleted or changed document, and those of other models", async () => {
      const vectors = openVectorStore(sql);
      await put(["a", "one"], ["b", "two"]);
      await embedNext(vectors, embedder, 9);
      await openSearchIndex(sql).remove("t", ["a"]);
      await put(["b", "two, changed"]);
      expect(await vectors.count("one")).toBe(0);
      expect(await embedNext(vectors, embedder, 9)).toBe(1);
      expect(await vectors.forgetOthers("two")).toBe(1);
      expect(await vectors.countPending("one")).toBe(1);
    });

    it("splits a long text into several passages and finds it once", async () => {
      const vectors = openVectorStore(sql);
      await put(["long", "walrus on the ice ".repeat(200)], ["short", "penguin"]);
      await embedNext(vectors, embedder, 9);
      expect(await vectors.count("one")).toBeGreaterThan(3);
      const search = createSearch({ index: openSearchIndex(sql), vectors, embedder, runtime: fixedRuntime() });
      const { hits, meaning } = await search.find({ tenant: "t", query: "walrus ice", explain: true });
      expect(meaning).toBe("used");
      expect(hits.map(({ document }) => document.id).filter((id) => id === "long")).toEqual(["long"]);
      expect(hits[0]?.why).toMatchObject({ wordRank: 1 });
    });

    it("finds words, substrings and typos through the whole engine", async () => {
      await put(["a", "The connection pool was exhausted."], ["b", "Rate limits are counted in Redis."]);
      const search = createSearch({
        index: openSearchIndex(sql),
        vectors: openVectorStore(sql),
        embedder: undefined,
        runtime: fixedRuntime(),
      });
      for (const query of ["exhausting pools", "haust", "conection", "exhau*", '"pool was exhausted"']) {
        const { hits } = await search.find({ tenant: "t", query });
        expect(hits[0]?.document.id, query).toBe("a");
      }
    });
  });
}
