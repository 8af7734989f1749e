import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../../test/support/claude-transcript.js";
import { keepTranscripts } from "../../../../test/support/keep-transcripts.js";
import { type TestApp, testApp } from "../../../../test/support/test-app.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const search = (query: string) => app.archive.search(app.call, { query, limit: 10, sortBy: "relevance" });
const found = async (query: string) => (await search(query)).hits.map(({ exchange }) => exchange.sessionId);

describe("the finder of exchanges", () => {
  it("finds by commands and errors also after its index was lost", async () => {
    const session = new ClaudeTranscript("s", app.folder)
      .ask("roll it out")
      .use("Bash", { command: "terraform apply" }, "Error: quota exceeded for walruses", true);
    await keepTranscripts(app, session, new ClaudeTranscript("other", app.folder).ask("nothing of that").say("No."));
    const before = [await found("terraform"), await found("walruses")];
    await app.sql.run("DROP TABLE exchange_words");
    expect([await found("terraform"), await found("walruses")]).toEqual(before);
    expect(before).toEqual([["s"], ["s"]]);
  });

  it("counts on as exchanges are added", async () => {
    await keepTranscripts(app, new ClaudeTranscript("a", app.folder).ask("one?").say("1").ask("two?").say("2"));
    expect((await search("one")).documents).toBe(2);
    await keepTranscripts(app, new ClaudeTranscript("b", app.folder).ask("three?").say("3"));
    expect((await search("one")).documents).toBe(3);
  });

  it("takes a name with underscores as it is written", async () => {
    await keepTranscripts(
      app,
      new ClaudeTranscript("s", app.folder).ask("What is client_max_body_size?").say("A limit."),
    );
    expect(await found("client_max_body_size")).toEqual(["s"]);
  });
});
