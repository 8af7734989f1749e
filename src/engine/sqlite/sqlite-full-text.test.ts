import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FullTextMatch } from "../full-text-index.js";
import type { Sql, SqlSession } from "../sql.js";
import { createBm25 } from "./bm25.js";
import { createDocumentLengths, type DocumentLengths } from "./document-lengths.js";
import { openSqlite } from "./open-sqlite.js";
import { countDocuments, createSqliteFullText, matchAny } from "./sqlite-full-text.js";

const ofTenant = { where: "d.tenant = ?", params: ["t"] };
const match = (groups: string[][], changes: Partial<FullTextMatch> = {}): FullTextMatch => ({
  groups,
  excluded: [],
  filterTokens: [],
  limit: 5,
  ...changes,
});

describe("createSqliteFullText", () => {
  const fullText = createSqliteFullText();
  let sql: Sql;
  beforeEach(async () => {
    sql = await openSqlite(":memory:");
    await sql.run("CREATE TABLE search_documents (nr INTEGER PRIMARY KEY, tenant TEXT NOT NULL)");
    for (const statement of await fullText.tables(sql)) await sql.run(statement);
  });
  afterEach(() => sql.close());

  const add = async (docId: number, { title = "", body = "", marks = "", tenant = "t" }) => {
    await sql.run("INSERT INTO search_documents (nr, tenant) VALUES (?, ?)", [docId, tenant]);
    await fullText.add(sql, [{ docId: docId, fields: [title, body, "", ""], filterTokens: marks }]);
  };
  const remove = async (docId: number) => {
    await sql.run("DELETE FROM search_documents WHERE nr = ?", [docId]);
    await fullText.remove(sql, [docId]);
  };
  const readLengths = async (read = createDocumentLengths(), session: SqlSession = sql): Promise<DocumentLengths> => {
    for (;;) {
      const lengths = await read(session);
      if (lengths) return lengths;
      await setImmediate();
    }
  };

  it("scores documents as FTS5 does", async () => {
    const word = fc.constantFrom("pool", "error", "cache", "token", "query");
    const text = fc.array(word, { maxLength: 12 }).map((all) => all.join(" "));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 12 }), async (documents) => {
        for (const [i, [title, body]] of documents.entries()) await add(i + 1, { title, body });
        for (const docId of [2, 5].filter((id) => id <= documents.length)) await remove(docId);
        const scores = await createBm25()(sql, ["pool", "error"], await readLengths());
        const expected = await sql.all<{ nr: number; score: number }>(
          "SELECT rowid AS nr, -rank AS score FROM search_words WHERE search_words MATCH 'pool OR error'",
        );
        expect([...scores.keys()].sort()).toEqual(expected.map(({ nr: docId }) => docId).sort());
        for (const { nr: docId, score } of expected) expect(scores.get(docId)).toBeCloseTo(score, 10);
        for (const docId of documents.keys()) await remove(docId + 1);
      }),
      { numRuns: 40 },
    );
  });

  it("scores what was written since the last time", async () => {
    const score = createBm25();
    const found = async () => [...(await score(sql, ["pool"], await readLengths())).keys()];
    await add(1, { body: "pool error" });
    expect(await found()).toEqual([1]);
    await remove(1);
    await add(2, { body: "pool error" });
    expect(await found()).toEqual([2]);
    const rolledBack = sql.transaction(async (session) => {
      await fullText.add(session, [{ docId: 3, fields: ["", "pool", "", ""], filterTokens: "" }]);
      const lengths = await readLengths(createDocumentLengths(), session);
      expect([...(await score(session, ["pool"], lengths)).keys()]).toEqual([2, 3]);
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    expect(await found()).toEqual([2]);
  });

  it("includes documents added after the lengths were read", async () => {
    const read = createDocumentLengths();
    await add(1, { body: "pool error" });
    expect((await readLengths(read)).lengthOf(1)).toBe(2);
    await add(90_000, { body: "pool ".repeat(300) });
    const lengths = await readLengths(read);
    expect([lengths.lengthOf(90_000), lengths.documentCount, lengths.average]).toEqual([300, 2, 151]);
  });

  it("returns the results of FTS5, narrowed by filter tokens and the condition", async () => {
    for (let docId = 1; docId <= 60; docId++) {
      const attributes = { marks: docId % 3 === 0 ? "ka" : "kb", tenant: docId % 2 === 0 ? "t" : "other" };
      await add(docId, { ...attributes, body: `pool ${"filler ".repeat(docId % 7)}${docId % 5 === 0 ? "error" : ""}` });
    }
    const lengths = await readLengths();
    for (const query of [match([["pool", "error"]]), match([["pool"]], { filterTokens: [["ka"]] })]) {
      const [byFts] = await createSqliteFullText().matchEach(sql, ofTenant, [query]);
      expect(byFts).toHaveLength(5);
      expect(await matchAny(sql, ofTenant, query, lengths, createBm25())).toEqual(byFts);
    }
  });

  it("works when another process has added documents since they were counted", async () => {
    const before = await readLengths();
    expect([before.documentCount, before.average]).toEqual([0, 1]);
    for (let docId = 1; docId <= 9; docId++) await add(docId, { body: "pool" });
    expect(await matchAny(sql, ofTenant, match([["pool"]]), before, createBm25())).toEqual([1, 2, 3, 4, 5]);
  });

  it("finds documents with common words in the title first, then close together, then the newest", async () => {
    const far = `pool ${"filler ".repeat(30)} error`;
    await add(1, { title: "pool error" });
    await add(2, { body: "pool error" });
    for (let docId = 3; docId <= 9; docId++) await add(docId, { body: far });
    await add(10, { title: "pool error", tenant: "other" });
    const query = match([["pool"], ["error"]], { isCommon: true });
    expect(await fullText.matchEach(sql, ofTenant, [query])).toEqual([[1, 2, 9, 8, 7]]);
  });

  it("finds documents of any age with adjacent common words, the shortest first", async () => {
    await add(1, { body: `${"filler ".repeat(9)} pool error` });
    await add(2, { body: "error pool" });
    await add(3, { body: "pool pool and then error" });
    const far = `pool ${"filler ".repeat(30)} error`;
    for (let docId = 4; docId <= 5100; docId++) await add(docId, { body: far });
    const query = match([["pool"], ["error"]], { isCommon: true });
    const fresh = createSqliteFullText();
    // Lengths are loaded during the first queries: the answers before and after are the same.
    for (let times = 1; times <= 4; times++) {
      expect(await fresh.matchEach(sql, ofTenant, [query])).toEqual([[2, 1, 5100, 5099, 5098]]);
      await setImmediate();
    }
  });

  it("finds old documents with common words when the newest do not meet the condition", async () => {
    await add(1, { body: "pool error" });
    for (let docId = 2; docId <= 5100; docId++) await add(docId, { body: "pool", tenant: "other" });
    expect(await fullText.matchEach(sql, ofTenant, [match([["pool"]], { isCommon: true })])).toEqual([[1]]);
  });

  it("counts few documents exactly, and estimates many", async () => {
    for (let docId = 1; docId <= 30; docId++) await add(docId, { body: docId % 3 === 0 ? "pool" : "error" });
    expect(await countDocuments(sql, "pool", 100)).toBe(10);
    expect(await countDocuments(sql, "pool", 4)).toBe(4);
    expect(await countDocuments(sql, "pool", 100, 6)).toBe(10);
    const estimate = await countDocuments(sql, "error", 100, 4);
    expect(estimate).toBeGreaterThan(16);
    expect(estimate).toBeLessThan(25);
    expect(await countDocuments(sql, "error", 12, 4)).toBe(12);
  });
});
