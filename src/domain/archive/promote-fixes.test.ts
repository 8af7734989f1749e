import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../test/support/claude-transcript.js";
import { commandNamed } from "../../../test/support/command-named.js";
import { ingestTranscripts } from "../../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const overcome = (session: string, error: string) =>
  new ClaudeTranscript(session, app.folder)
    .ask("The tests fail, please look.")
    .use("Bash", { command: "npm test" }, `Exit code 1\n${error}`, true)
    .use("Edit", { file_path: join(app.folder, "src/walrus.ts"), old_string: "a", new_string: "b" }, "ok")
    .use("Bash", { command: "npm test" }, "12 passed")
    .say("Fixed.");

describe("fixes of sessions", () => {
  it("become candidate remediations once, with their proof", async () => {
    await ingestTranscripts(app, overcome("s1", "Error: EMFILE too many open files"));
    expect(await app.promoteFixes(app.call)).toBe(1);
    expect(await app.promoteFixes(app.call)).toBe(0);
    const [fix] = await app.remediations.searchAccount(app.call, "EMFILE too many open files", 5);
    expect(fix).toMatchObject({
      tags: ["candidate"],
      verifiedBy: "npm test",
      affectedFiles: ["src/walrus.ts"],
      sessionId: "s1",
      author: "archive",
      category: "test",
    });
    expect(fix?.confidence).toBeLessThan(0.5);
  });

  it("are not promoted again for another session with the same error, nor where no file was changed", async () => {
    await ingestTranscripts(app, overcome("s1", "Error: EMFILE too many open files"));
    await app.promoteFixes(app.call);
    const byItself = new ClaudeTranscript("s3", app.folder)
      .ask("Try again.")
      .use("Bash", { command: "npm run build" }, "Exit code 1\nError: ECONNRESET while fetching", true)
      .use("Bash", { command: "git status" }, "clean")
      .use("Bash", { command: "npm run build" }, "built");
    await ingestTranscripts(app, overcome("s2", "Error: EMFILE too many open files"), byItself);
    expect(await app.promoteFixes(app.call)).toBe(0);
  });

  it("are deleted with their session, and do not come back", async () => {
    await ingestTranscripts(app, overcome("s1", "Error: EMFILE too many open files"));
    await app.promoteFixes(app.call);
    await commandNamed("forget").run({ session: "s1" }, app);
    await ingestTranscripts(app, overcome("s1", "Error: EMFILE too many open files"));
    expect(await app.promoteFixes(app.call)).toBe(0);
    expect(await app.remediations.searchAccount(app.call, "EMFILE too many open files", 5)).toEqual([]);
  });
});
