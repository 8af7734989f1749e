import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/support/test-app.js";
import { plainPaint } from "../base/paint.js";
import { searchDocument } from "../store/search/search-document.js";
import { reindex } from "./reindex.js";
import { search } from "./search.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
  const at = "2026-01-01T00:00:00.000Z";
  const note = { kind: "note", project: "shop", source: "test", at };
  await app.search.index.put("local", [
    searchDocument({ ...note, id: "a", title: "Pool", body: "The connection pool was exhausted." }),
    searchDocument({ ...note, id: "b", title: "Key", body: "Rotate the key now, said the walrus." }),
  ]);
});
afterEach(() => app.remove());

const find = async (words: Record<string, unknown>) => search.run(search.input.parse(words), app);

describe("search", () => {
  it("shows title, place and the words around the match", async () => {
    const text = search.toText(await find({ query: "exhausted pools" }), plainPaint);
    expect(text).toMatchInlineSnapshot(`
      "Pool  note · shop · 2026-01-01 · 1.00
        The connection pool was exhausted."
    `);
  });

  it("says when there is nothing", async () => {
    expect(search.toText(await find({ query: "quarterly budget" }), plainPaint)).toBe(
      "Nothing relevant in 2 documents.",
    );
  });

  it("takes the whole last day", async () => {
    expect((await find({ query: "pool", until: "2026-01-01" })).hits).toHaveLength(1);
    expect((await find({ query: "pool", until: "2025-12-31" })).hits).toHaveLength(0);
    expect((await find({ query: "pool", kind: ["exchange"] })).hits).toHaveLength(0);
  });

  it("explains", async () => {
    expect(search.toText(await find({ query: "pool", explain: true }), plainPaint)).toContain('"wordRank":1');
  });
});

describe("reindex", () => {
  it("leaves everything as easy to find as it was", async () => {
    const before = await find({ query: "pool" });
    expect(await reindex.run({ meaning: true, restart: false }, app)).toMatchObject({ rewritten: 2, embedded: 0 });
    expect(await find({ query: "pool" })).toEqual(before);
  });

  it("goes on where an interrupted run ended", async () => {
    const stopped = { ...app, call: { ...app.call, signal: AbortSignal.abort() } };
    await app.search.index.setState("reindex.after", "1");
    expect(await reindex.run({ meaning: false, restart: false }, stopped)).toMatchObject({ rewritten: 0 });
    expect(await reindex.run({ meaning: false, restart: false }, app)).toMatchObject({ resumedAfter: 1 });
    expect(await reindex.run({ meaning: false, restart: false }, app)).toMatchObject({ resumedAfter: 0 });
  });
});
