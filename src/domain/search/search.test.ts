import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashEmbedder } from "../../../test/support/hash-embedder.js";
import { aNote, someNotes as notes, searchStore } from "../../../test/support/search-store.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import { openSearchIndex } from "../../store/search/search-index.js";

const { sql, searchOver } = searchStore();

describe("find", () => {
  it("answers a Japanese or Chinese question whose grammar differs from the note's, and finds names inside a phrase", async () => {
    const { ids } = await searchOver([
      aNote("port", "検証環境のデータベースは5433番のポートで待ち受けています。本番とは別です。"),
      aNote("mail", "請求書のメールは毎月末にSendGridから送信される。"),
      aNote("cache", "会话缓存放在 Redis 里，过期时间是三十分钟。"),
      aNote("build", "构建流水线每天凌晨两点在自建机器上运行。"),
    ]);
    expect(await ids("データベースはどのポートを使っていましたっけ")).toEqual(["port"]);
    expect(await ids("SendGrid")).toEqual(["mail"]);
    expect(await ids("缓存的过期时间是多少？")).toEqual(["cache"]);
    expect(await ids("週末の天気はどうですか")).toEqual([]);
  });

  it("finds word forms, prefixes, parts of words and typos", async () => {
    const { ids } = await searchOver(notes);
    expect((await ids("exhausting pools"))[0]).toBe("pool");
    expect((await ids("exhau*"))[0]).toBe("pool");
    expect((await ids("haust"))[0]).toBe("pool");
    expect((await ids("conection exausted"))[0]).toBe("pool");
    expect((await ids("pool.ts"))[0]).toBe("pool");
    expect((await ids("8.12"))[0]).toBe("pin");
  });

  it("returns no hits when nothing is relevant", async () => {
    const { ask } = await searchOver(notes);
    expect(await ask("quarterly marketing budget")).toMatchObject({ hits: [], found: 0, searched: 4 });
  });

  it("filters by kind, project, time and file", async () => {
    const { ids } = await searchOver(notes);
    expect(await ids("leaks leaked", { project: "web" })).toEqual(["pin"]);
    expect(await ids("redis", { kinds: ["note"] })).toEqual([]);
    expect(await ids("pool", { since: "2026-02-01" })).toEqual([]);
    expect(await ids("pool", { files: ["*.py"] })).toEqual([]);
    expect(await ids("pool", { files: ["src/**"] })).toEqual(["pool"]);
  });

  it("matches quoted phrases exactly and excludes words with a minus", async () => {
    const { ids } = await searchOver([
      aNote("a", "the pool is empty"),
      aNote("b", "an empty pool"),
      notes[1] as SearchDocument,
    ]);
    expect(await ids('"pool is empty"')).toEqual(["a"]);
    expect(await ids("empty pool -an", { minScore: 0 })).toHaveLength(2);
    expect(await ids("pool -empty", { minScore: 0 })).toEqual([]);
  });

  it("finds an exact title or phrase among thousands of newer documents with the same words", async () => {
    const far = `error ${"filler ".repeat(30)} test`;
    const { ids } = await searchOver([
      aNote("titled", `What came of it. ${far}`, { title: "Error test" }),
      aNote("worded", "There is an error test somewhere."),
      aNote("option", "Run it with -t."),
      ...Array.from({ length: 6000 }, (_, i) => aNote(`new${i}`, far, { title: `Error ${i}` })),
    ]);
    expect((await ids("error test")).slice(0, 2).sort()).toEqual(["titled", "worded"]);
    expect((await ids("error test", { kinds: ["memory"] })).length).toBe(0);
    // The letter is rarer than all words, and must not replace them.
    expect((await ids("error test t", { isTyping: true })).slice(0, 2).sort()).toEqual(["titled", "worded"]);
  });

  it("ranks an exact title above documents with more matches", async () => {
    const { ids } = await searchOver([
      aNote("often", "Pool tests: pool tests, pool tests, pool tests!", { title: "All pool tests" }),
      aNote("titled", "Some remarks about something else entirely.", { title: "pool  Tests" }),
    ]);
    expect((await ids("Pool tests"))[0]).toBe("titled");
  });

  it("keeps the hits of complete words while the next one is typed, and ranks its prefix matches first", async () => {
    const { ask, ids } = await searchOver([
      aNote("pool", "The connection pool was exhausted because sessions leaked."),
      aNote("slow", "A connection timed out when the network was slow."),
      aNote("option", "Run it with -t to see each step."),
      aNote("cache", "Redis is the cache."),
    ]);
    const searchAsYouType = (query: string) => ids(query, { isTyping: true });
    const before = await ids("connection");
    expect(before.sort()).toEqual(["pool", "slow"]);
    for (const letters of ["t", "ti", "tim", "time", "timed"]) {
      const hitIds = await searchAsYouType(`connection ${letters}`);
      expect(hitIds[0], letters).toBe("slow");
      expect(hitIds, letters).toContain("pool");
    }
    expect((await searchAsYouType("connection e"))[0]).toBe("pool");
    expect((await searchAsYouType("connection exh"))[0]).toBe("pool");
    for (const letters of ["q", "zy", "zyz", "zyzzy"]) {
      expect((await searchAsYouType(`connection ${letters}`)).sort(), letters).toEqual(["pool", "slow"]);
    }
    const [alone, withLetters] = [await ask("connection"), await ask("connection zy", { isTyping: true })];
    expect(withLetters.hits.map(({ score }) => score)).toEqual(alone.hits.map(({ score }) => score));
    expect(await searchAsYouType("cac")).toEqual(["cache"]);
    expect(await searchAsYouType("exh")).toEqual(["pool"]);
    expect(await searchAsYouType("connection zy ")).toEqual(await ids("connection zy"));
  });

  it("shows fifty characters around the match", async () => {
    const { ask } = await searchOver([aNote("a", `${"x".repeat(90)} walrus ${"y".repeat(90)}`)]);
    const [hit] = (await ask("walrus")).hits;
    const [[from, to] = [0, 0]] = hit?.snippet.marks ?? [];
    expect(hit?.snippet.text.slice(from, to)).toBe("walrus");
    expect(hit?.snippet.text.length).toBe(1 + 50 + 6 + 50 + 1);
  });

  it("ranks documents of low confidence last and never hides them", async () => {
    const { ids } = await searchOver([
      aNote("doubted", "walrus walrus ice", { title: "Walrus on ice", confidence: 0.05 }),
      aNote("trusted", "a walrus was seen near some ice"),
    ]);
    expect(await ids("walrus ice")).toEqual(["trusted", "doubted"]);
  });

  it("ranks a successor above the document it replaces, even when only the old one matches", async () => {
    const { ids } = await searchOver([
      aNote("old", "Deploys go through Jenkins.", { id: "old" }),
      aNote("new", "Releases are made by the pipeline.", { id: "new", supersedes: "old" }),
    ]);
    expect(await ids("deploys jenkins")).toEqual(["new", "old"]);
  });

  it("returns at most three hits of one session by default", async () => {
    const { ids } = await searchOver(
      ["a", "b", "c", "d", "e"].map((id) => aNote(id, "walrus on ice", { session: "s" })),
    );
    expect(await ids("walrus ice")).toHaveLength(3);
    expect(await ids("walrus ice", { perSession: 9 })).toHaveLength(5);
  });

  it("sorts by date and by number of matches when asked", async () => {
    const { ids } = await searchOver([
      aNote("often", "walrus, walrus, walrus!", { at: "2025-01-01T00:00:00.000Z" }),
      aNote("newer", "one walrus", { at: "2025-06-01T00:00:00.000Z" }),
    ]);
    expect(await ids("walrus", { sort: "date" })).toEqual(["newer", "often"]);
    expect(await ids("walrus", { sort: "frequency" })).toEqual(["often", "newer"]);
  });

  it("prefers the period that the query names, and lists it when the query has no other words", async () => {
    const { ids } = await searchOver([
      aNote("march", "walrus seen", { at: "2025-03-05T00:00:00.000Z" }),
      aNote("june", "walrus seen again", { at: "2025-06-05T00:00:00.000Z" }),
    ]);
    expect((await ids("walrus in March 2025"))[0]).toBe("march");
    expect(await ids("in June 2025")).toEqual(["june"]);
  });

  it("explains each hit when asked", async () => {
    const { ask } = await searchOver(notes, hashEmbedder());
    const [hit] = (await ask("connection pool exhausted", { explain: true })).hits;
    expect(hit?.why).toMatchObject({ wordRank: 1, coverage: 1, factors: {} });
    expect(hit?.why?.similarity).toBeTypeOf("number");
    expect((await ask("pool")).hits[0]?.why).toBeUndefined();
  });

  it("explains a term that only a synonym matches by the documents that have the synonym", async () => {
    const { ask } = await searchOver([aNote("a", "The database is slow."), aNote("b", "Another database.")]);
    const [hit] = (await ask("slow db", { explain: true })).hits;
    expect(hit?.why?.terms).toContainEqual({ token: "db", documents: 2 });
  });

  it("answers bad input with a result, never with an exception", async () => {
    const { ask } = await searchOver(notes, hashEmbedder());
    const bad = [
      "",
      " ",
      "the of and",
      '"',
      '"unbalanced pool',
      "🙂",
      "\0\x01",
      "a".repeat(1_000_000),
      "pool ".repeat(200_000),
    ];
    for (const query of [
      ...bad,
      'pool" OR 1=1 --',
      "NEAR(pool, 2)",
      "title:pool",
      "pool*^",
      "{pool}",
      "-",
      "' ; DROP TABLE",
    ]) {
      const { hits } = await ask(query);
      for (const { score } of hits) expect(score).toBeGreaterThan(0);
    }
    const long = Array.from({ length: 400 }, (_, i) => `pool${i} auth_${i}X conection${"ab"[i % 2]} perf`).join(" ");
    expect((await ask(long)).hits.length).toBeLessThanOrEqual(10);
    for (const limit of [-5, 0, Number.NaN, 1e9, 2.5])
      expect((await ask("pool", { limit })).hits.length).toBeGreaterThan(0);
  });

  it("keeps tenants apart, by words and by meaning", async () => {
    const { search } = await searchOver(notes, hashEmbedder());
    expect((await search.find({ tenant: "other", query: "pool", minScore: 0 })).hits).toEqual([]);
  });

  const word = fc.constantFrom(
    ..."walrus ice beach pool driver session timeout retry queue cache index lock".split(" "),
  );
  const sentence = fc.array(word, { minLength: 3, maxLength: 12 }).map((words) => words.join(" "));

  it("never loses the document with a rare exact token", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sentence, { minLength: 20, maxLength: 60 }),
        sentence,
        word,
        async (noise, text, other) => {
          // Removes earlier documents, whose tokens would no longer be rare.
          const index = openSearchIndex(sql());
          await index.remove("t", await index.ids("t", "note", "", 1000));
          const marked = aNote("marked", `${text} ERR_QX7731 ${text}`);
          const { ids } = await searchOver([...noise.map((body, i) => aNote(`n${i}`, body)), marked], hashEmbedder());
          expect((await ids("ERR_QX7731")).slice(0, 1)).toEqual(["marked"]);
          expect((await ids(`${other} ERR_QX7731`)).slice(0, 5)).toContain("marked");
          expect((await ids(`${text} ERR_QX7731`, { limit: 3 })).slice(0, 3)).toContain("marked");
        },
      ),
      { numRuns: 15 },
    );
  });

  it("returns the same answer for any insertion order", async () => {
    const many = Array.from({ length: 30 }, (_, i) => aNote(`n${String(i).padStart(2, "0")}`, "walrus on ice"));
    const { ids } = await searchOver(many);
    const first = await ids("walrus ice");
    await sql().run("DELETE FROM search_documents");
    const again = await searchOver([...many].reverse());
    expect(await again.ids("walrus ice")).toEqual(first);
  });
});
