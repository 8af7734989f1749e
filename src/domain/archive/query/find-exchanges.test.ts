import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../../test/support/claude-transcript.js";
import { hashEmbedder } from "../../../../test/support/hash-embedder.js";
import { ingestTranscripts } from "../../../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../../../test/support/test-app.js";
import { exchangeDocumentsState } from "../../../store/archive/exchange-document.js";
import type { ArchiveQuery } from "../archive.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const search = (query: string, rest: Partial<ArchiveQuery> = {}) =>
  app.archive.search(app.call, { query, limit: 10, sortBy: "relevance", ...rest });
const findSessions = async (query: string) => (await search(query)).hits.map(({ exchange }) => exchange.sessionId);
const daysAgo = (days: number) => new Date(app.runtime.now().getTime() - days * 86_400_000).toISOString();
const session = (id: string, started?: string) => new ClaudeTranscript(id, app.folder, started);

describe("the finder of exchanges", () => {
  it("finds by commands and errors also after its index was lost", async () => {
    const failed = session("s")
      .ask("roll it out")
      .use("Bash", { command: "terraform apply" }, "Error: quota exceeded for walruses", true);
    await ingestTranscripts(app, failed, session("other").ask("nothing of that").say("No."));
    const before = [await findSessions("terraform"), await findSessions("walruses")];
    await app.sql.run("DROP TABLE search_words");
    expect([await findSessions("terraform"), await findSessions("walruses")]).toEqual(before);
    expect(before).toEqual([["s"], ["s"]]);
  });

  it("finds words in the middle of a long answer", async () => {
    const filler = "a sentence about nothing. ".repeat(200);
    await ingestTranscripts(app, session("s").ask("Why?").say(`${filler} the walrus ${filler}`));
    expect(await findSessions("walrus")).toEqual(["s"]);
  });

  it("counts the exchanges that are added", async () => {
    await ingestTranscripts(app, session("a").ask("one?").say("1").ask("two?").say("2"));
    expect((await search("one")).documents).toBe(2);
    await ingestTranscripts(app, session("b").ask("three?").say("3"));
    expect((await search("one")).documents).toBe(3);
  });

  it("finds a name with underscores as it is written", async () => {
    await ingestTranscripts(app, session("s").ask("What is client_max_body_size?").say("A limit."));
    expect(await findSessions("client_max_body_size")).toEqual(["s"]);
  });

  it("halves the score of an identical exchange that is sixty days older", async () => {
    const twice = [session("new", daysAgo(0)), session("old", daysAgo(60))];
    await ingestTranscripts(app, ...twice.map((one) => one.ask("pool exhausted").say("Raise the timeout.")));
    const [first, second] = (await search("pool timeout")).hits;
    expect([first?.exchange.sessionId, second?.exchange.sessionId]).toEqual(["new", "old"]);
    expect(first?.score).toBeGreaterThan(0);
    expect(second?.score).toBeCloseTo((first?.score ?? 0) / 2, 5);
  });

  it("shows an old exchange that is clearly meant beside new ones that share a word", async () => {
    const news = Array.from({ length: 12 }, (_, i) => session(`new${i}`, daysAgo(i)).ask(`pool ${i}`).say("Yes."));
    const old = session("old", daysAgo(500)).ask("Why does the walrus pool leak sockets?").say("It never closes.");
    await ingestTranscripts(app, ...news, old);
    expect(await findSessions("walrus pool leaks sockets")).toContain("old");
  });

  it("shows the match with at most fifty characters on both sides", async () => {
    const answer = `${"a ".repeat(200)}the pool was exhausted${" b".repeat(200)}`;
    await ingestTranscripts(app, session("s").ask("Why?").say(answer));
    const [hit] = (await search("exhausted")).hits;
    expect(hit?.snippet).toMatch(/^\.\.\..*\bexhausted\b.*\.\.\.$/);
    expect(hit?.snippet.length).toBeLessThanOrEqual("exhausted".length + 100 + 6);
  });

  it("orders by date or by how many words match, and finds within one session", async () => {
    await ingestTranscripts(
      app,
      session("a", daysAgo(3)).ask("pool pool pool").say("pool"),
      session("b", daysAgo(1)).ask("a pool").say("Yes."),
    );
    const ids = async (rest: Partial<ArchiveQuery>) =>
      (await search("pool", rest)).hits.map(({ exchange }) => exchange.sessionId);
    expect(await ids({ sortBy: "date" })).toEqual(["b", "a"]);
    expect(await ids({ sortBy: "frequency" })).toEqual(["a", "b"]);
    const fetched = await app.archive.fetch(
      { ...app.call, session: "a" },
      { query: "pool", scope: "session", limit: 5, minRelevance: 0 },
    );
    expect(fetched.exchanges.map(({ exchange }) => exchange.sessionId)).toEqual(["a"]);
  });

  it("puts the newest first by date, however many match better", async () => {
    const many = session("many", daysAgo(5));
    for (let i = 0; i < 120; i++) many.ask(`pool ${i}`).say("Yes.");
    const newest = session("newest", daysAgo(1))
      .ask(`a pool ${"and other things ".repeat(50)}`)
      .say("No.");
    await ingestTranscripts(app, many, newest);
    const { hits } = await search("pool", { sortBy: "date" });
    expect(hits[0]?.exchange.sessionId).toBe("newest");
  });

  it("finds by meaning what shares no word with the query", async () => {
    await app.remove();
    const same = new Float32Array(64).fill(1 / 8);
    const hash = hashEmbedder();
    const embed = async (texts: readonly string[]) => {
      const vectors = await hash.embed(texts);
      return texts.map((text, i) => (/walrus|pinniped/.test(text) ? same : (vectors[i] ?? same)));
    };
    app = await testApp({}, undefined, { embedder: { ...hash, embed } });
    await ingestTranscripts(
      app,
      session("s").ask("the walrus sleeps").say("Yes."),
      session("o").ask("lint").say("No."),
    );
    await app.embedding.run({});
    expect((await findSessions("pinniped naps"))[0]).toBe("s");
  });

  it("writes the documents of an earlier version again, the newest sessions first", async () => {
    const sessions = [session("old", daysAgo(9)), session("new", daysAgo(1))];
    await ingestTranscripts(
      app,
      ...sessions.map((one) => one.ask("roll it out").use("Bash", { command: "terraform apply" }, "ok")),
    );
    await app.sql.run("UPDATE search_documents SET details = '', digest = ''");
    await app.sql.run("DELETE FROM search_words");
    await app.sql.run("DELETE FROM search_state WHERE name = ?", [exchangeDocumentsState]);
    expect(await app.refreshDocuments("local", 1)).toBe(true);
    expect(await findSessions("terraform")).toEqual(["new"]);
    expect(await app.refreshDocuments("local", 1)).toBe(false);
    expect((await findSessions("terraform")).toSorted()).toEqual(["new", "old"]);
    expect(await app.refreshDocuments("local", 1)).toBe(false);
  });
});
