import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { commandNamed } from "../../test/support/command-named.js";
import { type TestApp, testApp } from "../../test/support/test-app.js";
import { plainPaint } from "../base/paint.js";
import type { Key, Screen } from "../engine/screen.js";
import { searchDocument } from "../store/search/search-document.js";
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
  it("shows title, project, date and the text around the match", async () => {
    const text = search.toText(await find({ query: "exhausted pools" }), plainPaint);
    expect(text).toMatchInlineSnapshot(`
      "Pool  note · shop · 2026-01-01 · 1.00  a
        The connection pool was exhausted.
      Read one whole with \`throughline show ID\`."
    `);
  });

  it("reports that nothing matches", async () => {
    expect(search.toText(await find({ query: "quarterly budget" }), plainPaint)).toBe(
      "No relevant results in 2 documents.",
    );
  });

  it.each([
    ["nothing", ""],
    ["spaces", " \t\n"],
  ])("refuses %s as a query", async (_, query) => {
    await expect(find({ query })).rejects.toMatchObject({ problem: "invalid", message: "The query is empty." });
  });

  it.each([
    ["only stop words", "the of and", 0],
    ["a lone quote", '"', 0],
    ["unbalanced quotes", '"connection pool', 1],
    ["a picture", "🙂", 0],
    ["an emoji next to words", "🙂 pool", 1],
    ["half a character", "\ud83d pool", 1],
    ["control characters", "\0\x01\x1b[31m", 0],
    ["control characters between words", "connection\0pool\x07", 1],
    ["a megabyte of one word", "a".repeat(1_000_000), 0],
    ["a megabyte of words", "pool ".repeat(200_000), 1],
    ["a megabyte of lines", "pool exhausted\n".repeat(70_000), 1],
    ["operators of the index", "title:pool AND (pool*) ^ {pool}", 1],
  ])("answers %s in plain words", async (_, query, min) => {
    const answer = await find({ query });
    const text = search.toText(answer, plainPaint);
    expect(answer.hits.length).toBeGreaterThanOrEqual(min);
    expect(text).toContain(min > 0 ? "Pool  note" : "");
    if (answer.hits.length === 0) expect(text).toMatch(/^No relevant results in 2 documents\./);
  });

  it("keeps results while the next word is typed in the picker", async () => {
    const frames: string[] = [];
    let press = (_: Key): void => {};
    const screen: Screen = {
      paint: plainPaint,
      size: () => ({ columns: 80, rows: 10 }),
      close: () => {},
      onResize: () => {},
      draw: (lines) => void frames.push(lines.join("\n")),
      onKey: (heard) => {
        press = heard;
      },
    };
    const ended = search.run(search.input.parse({ pick: true }), { ...app, openScreen: () => screen });
    const shows = (text: string) => vi.waitFor(() => expect(frames.at(-1)).toContain(text), { timeout: 30_000 });
    press({ kind: "text", text: "connection t" });
    await shows("1 of 1");
    press({ kind: "text", text: "zz zyzzyva " });
    await shows("No relevant results in 2 documents");
    press({ kind: "escape" });
    expect((await ended).pick).toBe("left");
  });

  it("refuses a limit that is out of range", () => {
    for (const limit of [0, -1, 101, 2.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(search.input.safeParse({ query: "pool", limit }).success).toBe(false);
  });

  it("shows no control characters", async () => {
    const body = "The gnu\x1b]0;title\x07 was here.\r\n\x9b2J Twice.";
    const facts = { kind: "note", project: "shop", source: "test", at: "2026-01-01T00:00:00.000Z" };
    await app.search.index.put("local", [searchDocument({ ...facts, id: "c", title: "Gnu\x1b[2J", body })]);
    const text = search.toText(await find({ query: "gnu" }), plainPaint);
    expect(text).toContain("gnu");
    expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });

  it("requires a query when there is no terminal", async () => {
    await expect(find({})).rejects.toMatchObject({ problem: "invalid" });
    expect((await find({ query: "pool", pick: true })).hits).toHaveLength(1);
  });

  it.each([
    [{ since: "notaday" }, "--since: notaday"],
    [{ until: "2026-13-45" }, "--until: 2026-13-45"],
    [{ kind: ["memory", "flying"] }, "Unknown kind: flying"],
  ])("refuses %o", async (filters, message) => {
    await expect(find({ query: "pool", ...filters })).rejects.toThrow(message);
  });

  it("includes the whole last day", async () => {
    expect((await find({ query: "pool", until: "2026-01-01" })).hits).toHaveLength(1);
    expect((await find({ query: "pool", until: "2025-12-31" })).hits).toHaveLength(0);
    expect((await find({ query: "pool", kind: ["exchange"] })).hits).toHaveLength(0);
  });

  it("explains how each result was scored, with one legend", async () => {
    const text = search.toText(await find({ query: "exhausted pools", explain: true }), plainPaint);
    expect(text).toMatchInlineSnapshot(`
      "Pool  note · shop · 2026-01-01 · 1.00  a
        The connection pool was exhausted.
          keyword score 1.286 (rank 1, covers 100% of the query): exhaust (in 1 document), pool (in 1 document)
          semantic similarity unknown (not embedded, or not used)
          final score 1
      Read one whole with \`throughline show ID\`.

      How results are scored:
        keyword score        BM25: how well the words match; rare words and short documents count more.
        semantic similarity  Cosine of the embeddings: how close the meaning is, even in other words. 1 is identical.
        token similarity     MaxSim: how close each word of the query is to its nearest word of the document.
        final score          All of these combined, 0 to 1, times a factor for age, confidence or period if below 1;
                             half of it if a newer result says otherwise."
    `);
  });
});

describe("reindex", () => {
  it("leaves search results unchanged", async () => {
    const before = await find({ query: "pool" });
    expect(await commandNamed("reindex").run({ meaning: true, restart: false }, app)).toMatchObject({
      rewritten: 2,
      embedded: 0,
    });
    expect(await find({ query: "pool" })).toEqual(before);
  });

  it("resumes an interrupted run", async () => {
    const stopped = { ...app, call: { ...app.call, signal: AbortSignal.abort() } };
    await app.search.index.setState("reindex.after", "1");
    expect(await commandNamed("reindex").run({ meaning: false, restart: false }, stopped)).toMatchObject({
      rewritten: 0,
    });
    expect(await commandNamed("reindex").run({ meaning: false, restart: false }, app)).toMatchObject({
      resumedAfter: 1,
    });
    expect(await commandNamed("reindex").run({ meaning: false, restart: false }, app)).toMatchObject({
      resumedAfter: 0,
    });
  });
});
