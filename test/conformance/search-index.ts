import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../src/base/runtime.js";
import { tokensOf } from "../../src/base/text/tokens.js";
import { redactingSql } from "../../src/engine/redacting.js";
import type { Sql } from "../../src/engine/sql.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { type SearchDocument, searchDocument } from "../../src/store/search/search-document.js";
import type { SearchFilter } from "../../src/store/search/search-filter.js";
import { openSearchIndex, type SearchIndex } from "../../src/store/search/search-index.js";

const aNote = (id: string, body: string, changes: Partial<SearchDocument> = {}): SearchDocument =>
  searchDocument({ id, kind: "note", project: "shop", source: id, at: "2026-01-02T03:04:05.000Z", body, ...changes });

/** Conformance tests of the search index, for every database. */
export function describeSearchIndex(open: () => Promise<Sql>): void {
  describe("search index", () => {
    let sql: Sql;
    let index: SearchIndex;
    beforeAll(async () => {
      sql = await open();
      await migrate(sql, fixedRuntime(), migrations);
      index = openSearchIndex(sql);
    });
    beforeEach(() => empty(sql));
    afterAll(() => sql.close());

    const find = async (query: string, filter: SearchFilter = {}, tenant = "t") => {
      const groups = tokensOf(query).map((token) => [token]);
      const docIds = await index.match(tenant, { groups, excluded: [], filter, limit: 20 });
      return (await index.read(tenant, docIds)).map(({ id }) => id).sort();
    };

    it("finds every form of a word, in identifiers and in paths", async () => {
      await index.put("t", [
        aNote("a", "The pool was exhausted while connecting."),
        aNote("b", "openConnectionPool lives in src/db/pool.ts"),
        aNote("c", "数据库 migration"),
      ]);
      expect(await find("exhausting")).toEqual(["a"]);
      expect(await find("connection pool")).toEqual(["a", "b"]);
      expect(await find("openConnectionPool")).toEqual(["b"]);
      expect(await find("pool.ts")).toEqual(["b"]);
      expect(await find("数据")).toEqual(["c"]);
    });

    it("returns a document unchanged", async () => {
      const whole = aNote("a", "body 'quoted' \"double\" 🙂", {
        title: "Title",
        reply: "Reply",
        scope: "team",
        session: "s1",
        supersedes: "z",
        files: ["src/a.ts"],
        tags: ["go"],
        confidence: 0.25,
      });
      await index.put("t", [whole]);
      const [docId = 0] = await index.newest("t", {}, 1);
      expect(await index.read("t", [docId])).toEqual([{ ...whole, docId }]);
      expect(await index.successors("t", ["z"])).toEqual([{ ...whole, docId }]);
      expect(await index.successors("other", ["z"])).toEqual([]);
    });

    it("knows that a document of the same tenant supersedes another", async () => {
      await index.put("t", [aNote("z", "Deploy by hand."), aNote("a", "Deploy by pipeline.", { supersedes: "z" })]);
      const read = async () => index.read("t", await index.newest("t", {}, 5));
      const replacedIds = async () => (await read()).filter(({ isReplaced }) => isReplaced).map(({ id }) => id);
      expect(await replacedIds()).toEqual(["z"]);
      await index.put("other", [aNote("b", "Deploy on Fridays.", { supersedes: "a" })]);
      expect(await replacedIds()).toEqual(["z"]);
      await index.remove("t", ["a"]);
      expect(await replacedIds()).toEqual([]);
    });

    it("reads the documents of a source, up to a limit", async () => {
      const ofFile = { source: "src/a.ts" };
      await index.put("t", [aNote("a", "1", ofFile), aNote("b", "2", ofFile), aNote("c", "3")]);
      const idsOf = async (...args: Parameters<SearchIndex["bySource"]>) =>
        (await index.bySource(...args)).map(({ id }) => id).sort();
      expect(await idsOf("t", "note", ["src/a.ts"], 9)).toEqual(["a", "b"]);
      expect(await idsOf("t", "note", ["src/a.ts", "c"], 9)).toEqual(["a", "b", "c"]);
      expect(await idsOf("t", "note", ["src/a.ts"], 1)).toHaveLength(1);
      expect(await idsOf("other", "note", ["src/a.ts"], 9)).toEqual([]);
      expect(await idsOf("t", "code", ["src/a.ts"], 9)).toEqual([]);
      expect(await idsOf("t", "note", [], 9)).toEqual([]);
    });

    it("writes nothing when an unchanged document is put again", async () => {
      expect(await index.put("t", [aNote("a", "one"), aNote("b", "two")])).toMatchObject({ added: 2, unchanged: 0 });
      const before = await index.newest("t", {}, 9);
      expect(await index.put("t", [aNote("a", "one"), aNote("b", "two")])).toMatchObject({ added: 0, unchanged: 2 });
      expect(await index.newest("t", {}, 9)).toEqual(before);
    });

    it("removes the old terms of a changed or deleted document", async () => {
      await index.put("t", [aNote("a", "walrus"), aNote("b", "walrus")]);
      expect(await index.put("t", [aNote("a", "penguin")])).toMatchObject({ added: 1, removed: 1 });
      expect(await find("walrus")).toEqual(["b"]);
      expect(await find("penguin")).toEqual(["a"]);
      expect(await index.remove("t", ["b", "missing"])).toBe(1);
      expect(await find("walrus")).toEqual([]);
    });

    it("replaces the documents of one source and leaves the others", async () => {
      await index.put("t", [aNote("a", "walrus", { source: "f" }), aNote("b", "walrus", { source: "f" })]);
      await index.put("t", [aNote("c", "walrus", { source: "g" })]);
      const changes = await index.replace("t", { kind: "note", source: "f" }, [aNote("b", "walrus", { source: "f" })]);
      expect(changes).toEqual({ added: 0, removed: 1, unchanged: 1 });
      expect(await find("walrus")).toEqual(["b", "c"]);
    });

    it("rolls back a transaction that fails", async () => {
      const failing = sql.transaction(async (session) => {
        await index.within(session).put("t", [aNote("a", "walrus")]);
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect(await find("walrus")).toEqual([]);
      expect(await index.size("t")).toBe(0);
    });

    it("isolates tenants and filters by kind, project, scope and time", async () => {
      await index.put("t", [
        aNote("a", "walrus", { kind: "memory", scope: "team" }),
        aNote("b", "walrus", { project: "o'ther", at: "2026-03-01T00:00:00.000Z" }),
      ]);
      await index.put("other", [aNote("a", "walrus")]);
      expect(await find("walrus", {}, "other")).toEqual(["a"]);
      expect(await find("walrus", {}, "missing")).toEqual([]);
      expect(await find("walrus", { kinds: ["memory", "x"] })).toEqual(["a"]);
      expect(await find("walrus", { project: "o'ther" })).toEqual(["b"]);
      expect(await find("walrus", { scopes: ["team"] })).toEqual(["a"]);
      expect(await find("walrus", { since: "2026-03-01" })).toEqual(["b"]);
      expect(await find("walrus", { until: "2026-02-28" })).toEqual(["a"]);
      expect(await index.count("t")).toBe(2);
      expect(await index.count("t", "memory")).toBe(1);
      expect(await index.ids("t", "memory", "", 9)).toEqual(["a"]);
    });

    it("filters by the agent of the session", async () => {
      await sql.run("DELETE FROM sessions", []);
      for (const [id, agent] of [
        ["s1", "codex"],
        ["s2", "gemini"],
      ])
        await sql.run(
          `INSERT INTO sessions (tenant, id, agent, project, folder, branch, model, title, parent, started_at, ended_at,
           exchanges, tokens_in, tokens_out) VALUES ('t', ?, ?, 'p', '', '', '', '', '', '', '', 0, 0, 0)`,
          [id ?? "", agent ?? ""],
        );
      await index.put("t", [
        aNote("a", "walrus", { session: "s1" }),
        aNote("b", "walrus", { session: "s2" }),
        aNote("c", "walrus"),
      ]);
      expect(await find("walrus", { agent: "codex" })).toEqual(["a"]);
      const all = await index.newest("t", {}, 9);
      expect((await index.read("t", all, { agent: "gemini" })).map(({ id }) => id)).toEqual(["b"]);
      expect(await index.read("t", all, { agent: "cursor" })).toEqual([]);
    });

    it("supports synonyms, prefixes and excluded words", async () => {
      await index.put("t", [aNote("a", "walrus beach"), aNote("b", "walrus ice"), aNote("c", "penguin ice")]);
      const match = async (groups: string[][], none: string[] = []) => {
        const docIds = await index.match("t", { groups, excluded: none, filter: {}, limit: 9 });
        return (await index.read("t", docIds)).map(({ id }) => id).sort();
      };
      expect(await match([["walru", "penguin"]])).toEqual(["a", "b", "c"]);
      expect(await match([["walru"], ["ic"]])).toEqual(["b"]);
      expect(await match([["peng*"]])).toEqual(["c"]);
      expect(await match([["walru"]], ["beach"])).toEqual(["b"]);
    });

    it("answers several queries at once as it answers each alone", async () => {
      const notes = Array.from({ length: 6 }, (_, i) => aNote(`n${i}`, `walrus ${"ice ".repeat(i)}`));
      await index.put("t", [...notes, aNote("other", "walrus penguin", { project: "web" })]);
      const asked = [
        { groups: [["penguin"]], excluded: [], limit: 9 },
        { groups: [["walru"]], excluded: [], limit: 3 },
        { groups: [["nowher"]], excluded: [], limit: 9 },
        { groups: [["walru"], ["ic"]], excluded: ["penguin"], limit: 9, touched: 501 },
      ];
      for (const filter of [{}, { project: "web" }]) {
        const alone = await Promise.all(asked.map((one) => index.match("t", { ...one, filter })));
        expect(await index.matchEach("t", filter, asked)).toEqual(alone);
      }
      expect((await index.matchEach("t", {}, asked)).map(({ length }) => length)).toEqual([1, 3, 0, 5]);
      expect(await index.matchEach("t", {}, [])).toEqual([]);
    });

    it("returns the same results in the same order for any document frequency hint", async () => {
      const notes = Array.from({ length: 12 }, (_, i) => {
        const project = i % 3 === 0 ? "shop" : "web";
        return aNote(`n${i}`, `walrus ${"ice ".repeat(i)}`, { project, kind: i % 2 === 0 ? "note" : "memory" });
      });
      await index.put("t", notes);
      const match = (touched: number | undefined, filter: SearchFilter) =>
        index.match("t", {
          groups: [["walru"], ["walru", "ic"]],
          excluded: [],
          filter,
          limit: 9,
          ...(touched === undefined ? {} : { touched }),
        });
      for (const filter of [
        {},
        { project: "shop" },
        { project: "web", kinds: ["memory"] },
        { kinds: ["note", "memory"] },
      ]) {
        const usual = await match(undefined, filter);
        expect(usual.length).toBeGreaterThan(0);
        for (const touched of [0, 12, 501, 100_000]) expect(await match(touched, filter)).toEqual(usual);
      }
    });

    it("ranks a title match before a body match", async () => {
      await index.put("t", [aNote("a", "walrus on ice"), aNote("b", "something on ice", { title: "Walrus" })]);
      const [first = 0] = await index.match("t", { groups: [["walru"]], excluded: [], filter: {}, limit: 9 });
      expect((await index.read("t", [first]))[0]?.id).toBe("b");
    });

    it("finds documents by title, newest first, ignoring case", async () => {
      await index.put("t", [
        aNote("a", "one", { title: "Error test" }),
        aNote("b", "two", { title: "error TEST", kind: "memory" }),
        aNote("c", "three", { title: "Error tests" }),
        aNote("d", "four"),
      ]);
      await index.put("other", [aNote("e", "five", { title: "Error test" })]);
      const findByTitle = async (title: string, filter: SearchFilter = {}, limit = 9) =>
        Promise.all(
          (await index.findByTitle("t", title, filter, limit)).map(
            async (docId) => (await index.read("t", [docId]))[0]?.id,
          ),
        );
      expect(await findByTitle("Error Test")).toEqual(["b", "a"]);
      expect(await findByTitle("Error Test", {}, 1)).toEqual(["b"]);
      expect(await findByTitle("Error Test", { kinds: ["note"] })).toEqual(["a"]);
      expect(await findByTitle("")).toEqual([]);
    });

    it("counts the documents that contain a word, up to a limit", async () => {
      await index.put(
        "t",
        ["a", "b", "c"].map((id) => aNote(id, "walrus walrus")),
      );
      expect(await index.frequencies("t", ["walru", "nothing"], 10)).toEqual([3, 0]);
      expect(await index.frequencies("t", ["walru"], 2)).toEqual([2]);
      await index.remove("t", ["a"]);
      expect(await index.frequencies("t", ["walru"], 10)).toEqual([2]);
    });

    it("lists terms that resemble a word or contain a substring", async () => {
      await index.put("t", [aNote("a", "connection refused by exhaustedPoolError")]);
      expect(await index.similarTerms("conect", 5)).toContain("connect");
      expect(await index.termsContaining("haust", 5)).toContain("exhaust");
      expect(await index.termsContaining("zzzz", 5)).toEqual([]);
      expect(await index.termsWithPrefix("exha", 5)).toEqual(["exhaust", "exhaustedpoolerror"]);
      expect(await index.termsWithPrefix("haust", 5)).toEqual([]);
    });

    it("removes a term from the vocabulary with its last document", async () => {
      await index.put("t", [aNote("a", "walrus and penguin"), aNote("b", "walrus and albatross")]);
      await index.put("t", [aNote("a", "walrus and seagull")]);
      expect(await index.termsContaining("engui", 5)).toEqual([]);
      expect(await index.similarTerms("penguim", 5)).toEqual([]);
      await index.remove("t", ["b"]);
      expect(await index.termsContaining("batros", 5)).toEqual([]);
      expect(await index.termsContaining("alru", 5)).toEqual(["walru"]);
      await index.replace("t", { kind: "note", source: aNote("a", "").source }, []);
      expect(await index.termsContaining("alru", 5)).toEqual([]);
    });

    it("stores no secret, neither in the text nor as a term", async () => {
      const guarded = openSearchIndex(sql, (text) => text.replaceAll("hunter2x9", "[REDACTED]"));
      await guarded.put("t", [aNote("a", "the password is hunter2x9", { tags: ["hunter2x9"] })]);
      expect(await find("hunter2x9")).toEqual([]);
      expect(await find("password")).toEqual(["a"]);
      const [docId = 0] = await index.newest("t", {}, 1);
      expect(await index.read("t", [docId])).toMatchObject([
        { body: "the password is [REDACTED]", tags: ["[REDACTED]"] },
      ]);
    });

    it("redacts by itself within a redacting session, so that terms stay whole", async () => {
      const redact = (text: string) => text.replaceAll("hunter2x9", "[REDACTED]").replaceAll('"', "<quote>");
      const guarded = redactingSql(sql, redact);
      const noteWith = (source: string) => aNote("a", "password hunter2x9 of the walrus", { source });
      await guarded.transaction(async (session) => {
        const writer = openSearchIndex(sql, redact).within(session);
        await writer.put("t", [noteWith("of hunter2x9")]);
        expect(await writer.replace("t", { kind: "note", source: "of hunter2x9" }, [])).toMatchObject({ removed: 1 });
        await writer.put("t", [noteWith("b")]);
      });
      expect(await find("walrus")).toEqual(["a"]);
      expect(await find("hunter2x9")).toEqual([]);
      expect(await index.termsContaining("walr", 5)).toEqual(["walru"]);
    });

    it("accepts text with NUL, quotes, emoji and a megabyte of length", async () => {
      const hostile = "a\0b ' \" \\ % _ -- ; 🙂 ) OR ( * ^ NEAR";
      await index.put("t", [aNote("a", hostile, { title: hostile, tags: [hostile] })]);
      await index.put("t", [aNote("b", "penguin ".repeat(130_000))]);
      expect(await find("penguin")).toEqual(["b"]);
    });

    const change = fc.oneof(
      fc.record({ act: fc.constant("put" as const), id: fc.constantFrom("a", "b", "c"), body: someWords() }),
      fc.record({ act: fc.constant("remove" as const), id: fc.constantFrom("a", "b", "c"), body: fc.constant("") }),
      fc.record({ act: fc.constant("replace" as const), id: fc.constantFrom("a", "b", "c"), body: someWords() }),
      fc.record({ act: fc.constant("rewrite" as const), id: fc.constant(""), body: fc.constant("") }),
    );

    it("equals a fresh build after any sequence of changes", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
          await empty(sql);
          const kept = new Map<string, SearchDocument>();
          for (const { act, id, body } of changes) {
            const note = aNote(id, body, { source: "s" });
            if (act === "put") await index.put("t", [note]);
            if (act === "remove") await index.remove("t", [id]);
            if (act === "replace") await index.replace("t", { kind: "note", source: "s" }, [note]);
            if (act === "rewrite") await index.rewrite(0, 2);
            if (act === "remove") kept.delete(id);
            if (act === "replace") kept.clear();
            if (act === "put" || act === "replace") kept.set(id, note);
          }
          const incremental = await answers(find, index);
          await empty(sql);
          await index.put("t", [...kept.values()]);
          expect(incremental).toEqual(await answers(find, index));
        }),
        { numRuns: 40 },
      );
    });
  });
}

const vocabulary = ["walrus", "penguin", "ice", "beach", "openPool", "src/db/pool.ts"];
const someWords = () => fc.array(fc.constantFrom(...vocabulary), { maxLength: 4 }).map((words) => words.join(" "));

async function answers(find: (query: string) => Promise<string[]>, index: SearchIndex): Promise<unknown> {
  const found = [];
  for (const word of vocabulary) found.push(await find(word), await index.frequencies("t", tokensOf(word), 9));
  return [found, await index.size("t")];
}

async function empty(sql: Sql): Promise<void> {
  const rows = await sql.all<{ tenant: string; id: string }>("SELECT tenant, id FROM search_documents");
  for (const { tenant, id } of rows) await openSearchIndex(sql).remove(tenant, [id]);
}
