import { afterEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../../test/support/claude-transcript.js";
import { ingestTranscripts } from "../../../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../../../test/support/test-app.js";

let app: TestApp;
afterEach(() => app.remove());

/** Text that does not compress. */
const noise = (seed: number) =>
  Array.from({ length: 40_000 }, (_, i) => (((i + 1) * 2_654_435_761 * (seed + 3)) >>> 0).toString(36)).join(" ");

const aSession = (day: number) =>
  new ClaudeTranscript(`s${day}`, app.folder, `2026-01-0${day}T09:00:00.000Z`)
    .ask(`What happened on day ${day}?`)
    .use("Bash", { command: "cat log" }, noise(day));

const sessionIds = async () => (await app.sessions.list(app.call, { limit: 10 })).map(({ id }) => id);

describe("retention", () => {
  it("keeps everything by default", async () => {
    app = await testApp();
    await ingestTranscripts(app, aSession(1), aSession(2));
    expect(await app.sessions.dropOld("local")).toMatchObject({ sessions: 0 });
    expect(await sessionIds()).toEqual(["s2", "s1"]);
  });

  it("drops the sessions that ended first when they take more than they may, and never the last one", async () => {
    app = await testApp({ "archive.retentionMB": 1 });
    await ingestTranscripts(app, aSession(3), aSession(1), aSession(2), aSession(4), aSession(5), aSession(6));
    const { bytes } = await app.sessions.totals(app.call);
    expect(bytes).toBeGreaterThan(1024 * 1024);
    await app.sessions.dropOld("local");
    expect((await app.sessions.totals(app.call)).bytes).toBeLessThanOrEqual(1024 * 1024);
    expect((await sessionIds())[0]).toBe("s6");
    expect(await sessionIds()).not.toContain("s1");
  });

  it("does not read again what it dropped", async () => {
    app = await testApp({ "archive.retentionMB": 1 });
    await ingestTranscripts(app, ...[1, 2, 3, 4, 5, 6].map(aSession));
    await app.sessions.dropOld("local");
    const before = await sessionIds();
    await ingestTranscripts(app);
    expect(await sessionIds()).toEqual(before);
  });

  it("drops by the times in the transcript", async () => {
    app = await testApp({ "archive.retentionDays": 365 });
    const old = new ClaudeTranscript("old", app.folder, "2024-01-01T09:00:00.000Z").ask("Long ago?").say("Yes.");
    await ingestTranscripts(app, old, new ClaudeTranscript("new", app.folder, "2026-01-01T09:00:00.000Z").ask("Now?"));
    expect(await app.sessions.dropOld("local")).toMatchObject({ sessions: 1 });
    expect(await sessionIds()).toEqual(["new"]);
  });
});
