import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claudeSession } from "../../../test/support/claude-session.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";

let app: TestApp;
let person: string;
beforeEach(async () => {
  app = await testApp();
  person = join(app.folder, "..", "person");
});
afterEach(() => app.remove());

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(person, path)), { recursive: true });
  writeFileSync(join(person, path), text.replaceAll("2026-11-01", "2025-06-01"));
};
const warnings = async () =>
  (await app.doctor.runChecks()).filter(({ message }) => message.includes("it deletes transcripts"));

describe("doctor", () => {
  it("warns when an agent will delete sessions that are not archived, with its setting or its default", async () => {
    write(".claude/projects/shop/5e551011.jsonl", claudeSession(app.folder, [{ asked: "Why?", answered: "Because." }]));
    expect(await warnings()).toEqual([
      {
        check: "claude-code",
        status: "warning",
        message:
          "it deletes transcripts 30 days after their last change, and 1 session of before today is not archived.",
        remedy: "Archive them with `throughline import sessions`.",
      },
    ]);
    write(".claude/settings.json", '{ "cleanupPeriodDays": 7 }');
    expect(await warnings()).toMatchObject([{ message: expect.stringContaining("transcripts 7 days after") }]);
  });

  it("knows that Gemini CLI deletes chats, and reads its setting", async () => {
    const head = { sessionId: "g-1", startTime: "2025-06-01T00:00:00.000Z" };
    const line = { id: "1", timestamp: "2025-06-01T00:00:01.000Z", type: "user", content: "Why?" };
    write(".gemini/tmp/shop/chats/session-g.jsonl", `${JSON.stringify(head)}\n${JSON.stringify(line)}\n`);
    expect(await warnings()).toMatchObject([{ check: "gemini", message: expect.stringContaining("30 days after") }]);
    write(".gemini/settings.json", '{ "general": { "sessionRetention": { "maxAge": "2w" } } }');
    expect(await warnings()).toMatchObject([{ message: expect.stringContaining("transcripts 14 days after") }]);
  });

  it("says nothing once they are archived", async () => {
    write(".claude/projects/shop/5e551011.jsonl", claudeSession(app.folder, [{ asked: "Why?", answered: "Because." }]));
    await app.ingest.importAll({ agents: ["claude-code"], since: undefined, dryRun: false, progress: () => {} });
    expect(await warnings()).toEqual([]);
  });
});
