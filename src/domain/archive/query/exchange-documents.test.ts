import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../../test/support/claude-transcript.js";
import { commandNamed } from "../../../../test/support/command-named.js";
import { ingestTranscripts } from "../../../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../../../test/support/test-app.js";
import { search } from "../../../commands/search.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
  const session = new ClaudeTranscript("s1", app.folder).ask("Why is the walrus pool exhausted?").say("It leaks.");
  await ingestTranscripts(app, session);
});
afterEach(() => app.remove());

const findDocuments = async (words: Record<string, unknown>) =>
  (await search.run(search.input.parse({ query: "walrus pool", ...words }), app)).hits.map(({ document }) => document);

describe("exchanges in the search over everything", () => {
  it("are found by their project's name, path and id, and not by another's", async () => {
    for (const project of ["shop", app.folder, ".", "SHOP"]) {
      expect(await findDocuments({ project }), project).toMatchObject([{ session: "s1", kind: "exchange" }]);
    }
    expect(await findDocuments({ project: "elsewhere" })).toEqual([]);
  });

  it("come back with a reindex when the index lost them, and go when there is no such exchange", async () => {
    const index = app.search.index;
    const [document] = await findDocuments({});
    await index.remove("local", await index.ids("local", "exchange", "", 10));
    if (document) await index.put("local", [{ ...document, id: "exchange/none/1" }]);
    expect(await commandNamed("reindex").run({ meaning: false, restart: false }, app)).toMatchObject({
      added: 1,
      removed: 1,
    });
    expect(await findDocuments({})).toEqual([document]);
  });
});
