import { appendFileSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../../test/support/claude-transcript.js";
import { ingestTranscripts, transcriptPath } from "../../../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../../../test/support/test-app.js";
import { readHostEvent } from "../../../hosts/read-payload.js";
import { spoolLine } from "./spool-line.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const transcript = (session: string, started?: string) => new ClaudeTranscript(session, app.folder, started);
const questions = async (session: string) =>
  (await app.sessions.exchanges(app.call, session)).exchanges.map(({ question }) => question);
const announce = (path: string, at: string, name = at.slice(0, 10)) => {
  mkdirSync(app.home.spool, { recursive: true });
  const entry = {
    agent: "claude-code",
    event: "Stop",
    session: "s",
    transcript: path,
    folder: app.folder,
    at,
  } as const;
  appendFileSync(join(app.home.spool, `${name}.jsonl`), spoolLine(entry));
};
const leave = (one: ClaudeTranscript) => {
  const path = transcriptPath(app, one.session);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, one.text);
  return path;
};

describe("the readable part is stored", () => {
  it("of a transcript with broken lines, which are counted", async () => {
    const one = transcript("s").ask("first walrus").raw('{"type":"user","mess').raw("\u0000\u0001").raw("[1,2]");
    expect(await ingestTranscripts(app, one.ask("second walrus"))).toMatchObject({ broken: 3 });
    expect((await questions("s")).join("\n")).toBe("first walrus\nsecond walrus");
  });

  it("of a transcript that shrank and started over", async () => {
    const path = leave(transcript("s").ask("a question that was longer than the next one").say("Yes."));
    await ingestTranscripts(app);
    truncateSync(path, 0);
    appendFileSync(path, transcript("s", "2026-11-01T09:00:00.000Z").ask("after").text);
    await ingestTranscripts(app);
    expect(await questions("s")).toContain("after");
  });

  it("of a file that two hosts write to at once, line by line and half a line at a time", async () => {
    const [one, other] = [
      transcript("s").ask("asked here").say("One."),
      transcript("t").ask("asked there").say("Two."),
    ];
    const path = leave(transcript("s"));
    writeFileSync(path, [one.lines[0], other.lines[0], one.lines[1], `${other.lines[1]}`.slice(0, 40)].join("\n"));
    await ingestTranscripts(app);
    appendFileSync(path, `${`${other.lines[1]}`.slice(40)}\n`);
    await ingestTranscripts(app);
    const [session] = await app.sessions.list(app.call, { limit: 5 });
    expect((await questions(session?.id ?? "")).join("\n")).toBe("asked here\nasked there");
    const { turns } = await app.sessions.turns(app.call, session?.id ?? "");
    expect(turns.flatMap(({ events }) => events.map((event) => ("text" in event ? event.text : "")))).toContain("Two.");
  });

  it("when the clock was wrong: spool entries from the past and from the future", async () => {
    const [past, future] = [
      leave(transcript("p", "1999-01-01T00:00:00.000Z").ask("long ago?").say("Yes.")),
      leave(transcript("f", "2099-01-01T00:00:00.000Z").ask("to come?").say("Yes.")),
    ];
    announce(past, "1999-01-01T00:00:00.000Z");
    announce(future, "2099-01-01T00:00:00.000Z");
    announce(past, "", "today");
    expect(await app.ingest.catchUp()).toMatchObject({ isDone: true });
    expect([...(await questions("p")), ...(await questions("f"))]).toEqual(["long ago?", "to come?"]);
    const { hits } = await app.archive.search(app.call, { query: "ago come", limit: 5, sortBy: "date" });
    for (const { score } of hits) expect(score).toBeLessThanOrEqual(1);
  });

  it("when a folder cannot be listed and a file is not a transcript", async () => {
    const projects = join(dirname(app.folder), "person", ".claude", "projects");
    mkdirSync(projects, { recursive: true });
    symlinkSync(projects, join(projects, "loop"));
    symlinkSync("/nowhere/at/all.jsonl", join(projects, "gone.jsonl"));
    mkdirSync(join(projects, "folder.jsonl"));
    writeFileSync(join(dirname(projects), "..", ".codex"), "a file where a folder should be");
    const report = await ingestTranscripts(app, transcript("s").ask("still here?").say("Yes."));
    expect(report).toMatchObject({ transcripts: 1 });
    const everyone = { agents: ["claude-code", "codex", "gemini", "opencode", "cursor", "copilot"] } as const;
    await app.ingest.importAll({ ...everyone, since: undefined, dryRun: false, progress: () => {} });
    expect(await questions("s")).toEqual(["still here?"]);
  });

  it("after a spool line that was cut in the middle, and one that names no transcript", async () => {
    const path = leave(transcript("s").ask("behind the tear?").say("Yes."));
    announce("", "2026-01-02T00:00:00.000Z");
    const file = join(app.home.spool, "2026-01-02.jsonl");
    appendFileSync(file, '{"agent":"claude-code","trans\n{}\nnull\n\u0000\n');
    announce(path, "2026-01-02T00:00:01.000Z");
    announce("/missing/transcript.jsonl", "2026-01-02T00:00:02.000Z");
    appendFileSync(file, '{"agent":"claude-code","event":"Stop"');
    expect(await app.ingest.catchUp()).toMatchObject({ missing: 1, isDone: true });
    expect(await questions("s")).toEqual(["behind the tear?"]);
  });

  it("in a spool line that begins where another was cut", async () => {
    const path = leave(transcript("s").ask("behind the tear?").say("Yes."));
    mkdirSync(app.home.spool, { recursive: true });
    appendFileSync(join(app.home.spool, "2026-01-02.jsonl"), '{"agent":"claude-code","event":"Stop","trans');
    announce(path, "2026-01-02T00:00:01.000Z");
    expect(await app.ingest.catchUp()).toMatchObject({ missing: 0, isDone: true });
    expect(await questions("s")).toEqual(["behind the tear?"]);
  });

  it("of a hook with an unknown event: the transcript grew all the same", () => {
    const payload = { hook_event_name: "MoonPhaseChanged", session_id: "s", transcript_path: "/t.jsonl", cwd: "/w" };
    const event = readHostEvent(JSON.stringify(payload), { host: "", event: "" }, "/home/dev");
    expect(event).toMatchObject({ name: "MoonPhaseChanged", occasion: "other", transcript: "/t.jsonl" });
  });
});
