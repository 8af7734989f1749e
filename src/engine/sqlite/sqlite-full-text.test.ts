import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { WordMatch } from "../full-text-index.js";
import type { Sql } from "../sql.js";
import { scoreBm25 } from "./bm25.js";
import { countDocuments } from "./count-documents.js";
import { matchAny } from "./match-any.js";
import { openSqlite } from "./open-sqlite.js";
import { createSqliteFullText } from "./sqlite-full-text.js";
import { createWordLengths, type WordLengths } from "./word-lengths.js";

const anyone = { where: "d.tenant = ?", params: ["t"] };
const match = (groups: string[][], changes: Partial<WordMatch> = {}): WordMatch => ({
  ...{ groups, none: [], marks: [], limit: 5 },
  ...changes,
});

describe("words in SQLite", () => {
  const words = createSqliteFullText();
  let sql: Sql;
  beforeEach(async () => {
    sql = await openSqlite(":memory:");
    await sql.run("CREATE TABLE search_documents (nr INTEGER PRIMARY KEY, tenant TEXT NOT NULL)");
    for (const statement of await words.tables(sql)) await sql.run(statement);
  });
  afterEach(() => sql.close());

  const add = async (nr: number, { title = "", body = "", marks = "", tenant = "t" }) => {
    await sql.run("INSERT INTO search_documents (nr, tenant) VALUES (?, ?)", [nr, tenant]);
    await words.add(sql, [{ docId: nr, fields: [title, body, "", ""], marks }]);
  };
  const remove = async (nr: number) => {
    await sql.run("DELETE FROM search_documents WHERE nr = ?", [nr]);
    await words.remove(sql, [nr]);
  };
  const lengthsRead = async (read = createWordLengths()): Promise<WordLengths> => {
    for (;;) {
      const lengths = await read(sql);
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
        for (const nr of [2, 5].filter((one) => one <= documents.length)) await remove(nr);
        const ours = await scoreBm25(sql, ["pool", "error"], await lengthsRead());
        const theirs = await sql.all<{ nr: number; score: number }>(
          "SELECT rowid AS nr, -rank AS score FROM search_words WHERE search_words MATCH 'pool OR error'",
        );
        expect([...ours.keys()].sort()).toEqual(theirs.map(({ nr }) => nr).sort());
        for (const { nr, score } of theirs) expect(ours.get(nr)).toBeCloseTo(score, 10);
        for (const nr of documents.keys()) await remove(nr + 1);
      }),
      { numRuns: 40 },
    );
  });

  it("follows what is added after lengths were read", async () => {
    const read = createWordLengths();
    await add(1, { body: "pool error" });
    expect((await lengthsRead(read)).of(1)).toBe(2);
    await add(90_000, { body: "pool ".repeat(300) });
    const lengths = await lengthsRead(read);
    expect([lengths.of(90_000), lengths.documents, lengths.average]).toEqual([300, 2, 151]);
  });

  it("answers as FTS5 does, narrowed by marks and by the condition", async () => {
    for (let nr = 1; nr <= 60; nr++) {
      const facts = { marks: nr % 3 === 0 ? "ka" : "kb", tenant: nr % 2 === 0 ? "t" : "other" };
      await add(nr, { ...facts, body: `pool ${"filler ".repeat(nr % 7)}${nr % 5 === 0 ? "error" : ""}` });
    }
    const lengths = await lengthsRead();
    for (const asked of [match([["pool", "error"]]), match([["pool"]], { marks: [["ka"]] })]) {
      const [byFts] = await createSqliteFullText().matchEach(sql, anyone, [asked]);
      expect(byFts).toHaveLength(5);
      expect(await matchAny(sql, anyone, asked, lengths)).toEqual(byFts);
    }
  });

  it("answers though another process added documents since they were counted", async () => {
    const before = await lengthsRead();
    expect([before.documents, before.average]).toEqual([0, 1]);
    for (let nr = 1; nr <= 9; nr++) await add(nr, { body: "pool" });
    expect(await matchAny(sql, anyone, match([["pool"]]), before)).toEqual([1, 2, 3, 4, 5]);
  });

  it("finds documents with common words in the title first, then close together, then the newest", async () => {
    const far = `pool ${"filler ".repeat(30)} error`;
    await add(1, { title: "pool error" });
    await add(2, { body: "pool error" });
    for (let nr = 3; nr <= 9; nr++) await add(nr, { body: far });
    await add(10, { title: "pool error", tenant: "other" });
    const asked = match([["pool"], ["error"]], { isCommon: true });
    expect(await words.matchEach(sql, anyone, [asked])).toEqual([[1, 2, 9, 8, 7]]);
  });

  it("finds documents with common words side by side however old they are, the shortest first", async () => {
    await add(1, { body: `${"filler ".repeat(9)} pool error` });
    await add(2, { body: "error pool" });
    await add(3, { body: "pool pool and then error" });
    const far = `pool ${"filler ".repeat(30)} error`;
    for (let nr = 4; nr <= 5100; nr++) await add(nr, { body: far });
    const asked = match([["pool"], ["error"]], { isCommon: true });
    const own = createSqliteFullText();
    // Lengths are loaded during the first queries: the answers before and after are the same.
    for (let times = 1; times <= 4; times++) {
      expect(await own.matchEach(sql, anyone, [asked])).toEqual([[2, 1, 5100, 5099, 5098]]);
      await setImmediate();
    }
  });

  it("finds old documents with common words too where the newest do not meet the condition", async () => {
    await add(1, { body: "pool error" });
    for (let nr = 2; nr <= 5100; nr++) await add(nr, { body: "pool", tenant: "other" });
    expect(await words.matchEach(sql, anyone, [match([["pool"]], { isCommon: true })])).toEqual([[1]]);
  });

  it("counts few documents exactly, and many about", async () => {
    for (let nr = 1; nr <= 30; nr++) await add(nr, { body: nr % 3 === 0 ? "pool" : "error" });
    expect(await countDocuments(sql, "pool", 100)).toBe(10);
    expect(await countDocuments(sql, "pool", 4)).toBe(4);
    expect(await countDocuments(sql, "pool", 100, 6)).toBe(10);
    const estimate = await countDocuments(sql, "error", 100, 4);
    expect(estimate).toBeGreaterThan(16);
    expect(estimate).toBeLessThan(25);
    expect(await countDocuments(sql, "error", 12, 4)).toBe(12);
  });
});
