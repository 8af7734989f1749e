import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { ClaudeTranscript } from "../../../test/support/claude-transcript.js";
import { commitIn, initRepository } from "../../../test/support/git-in.js";
import { ingestTranscripts } from "../../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { toolNamed } from "../../../test/support/tool-named.js";
import { shortId } from "../../base/ids.js";
import { isMentioned } from "../../entry/hook/is-concerned.js";
import { memoryRecord } from "../../tools/memory/memory-record.js";
import { smokeTestSession } from "../receipts/receipt.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const session = (id: string, day = 1) => new ClaudeTranscript(id, app.folder, `2026-01-0${day}T09:00:00.000Z`);
const path = (name: string) => join(app.folder, name);
const inSession = (id: string) => ({ ...app.call, session: id });
const start = (id = "now", resumed = false) => app.injection.atStart(inSession(id), resumed);
const prompt = (text: string, id = "now") => app.injection.withPrompt(inSession(id), text);
const lines = (text: string) => text.split("\n").filter((line) => line.startsWith("- "));
const record = (content: string, more: Partial<Parameters<typeof memoryRecord.run>[0]> = {}) =>
  memoryRecord.run({ content, ...more }, app);

describe("at the start", () => {
  it("an agent receives every rule before anything else, whole", async () => {
    await record("The label printer takes 40 by 60 labels.", { kind: "fact" });
    const rules = ["Use pnpm here, never npm.", "Never push to main: open a pull request."];
    for (const rule of rules) await record(rule, { kind: "rule" });
    const text = await start();
    expect(text).toMatch(/Rules here:\n- Never push[^\n]+\n- Use pnpm here, never npm\. \[mem_/);
    expect(text).toMatch(/Known here:\n- The label printer/);
  });

  it("an agent receives the day on which a lesson was said", async () => {
    await app.memories.record(app.call, {
      project: app.folder,
      title: "Ship on Fridays",
      content: "Releases ship on Fridays.",
      outcome: "success",
      tags: ["rule"],
      source: "distilled",
      evidence: [{ from: "session one", at: "2025-12-30T09:00:00.000Z" }],
    });
    expect(await start()).toMatch(/Releases ship on Fridays\. \[mem_\w+ 12-30\]/);
  });

  it("an agent receives no sentence of a session as a rule or decision", async () => {
    const said = session("one").ask("Always use pnpm here. We decided on cursor pagination.").say("Noted.");
    await ingestTranscripts(app, said);
    expect(await start()).not.toMatch(/Rules here|Known here/);
  });

  it("an agent receives how the newest session ended, and what earlier ones left broken", async () => {
    const broken = session("one", 1)
      .ask("Why is the total wrong?")
      .use("Bash", { command: "npm test" }, "Exit code 1\nTypeError: total is undefined", true)
      .say("The total is wrong because the discount is stored as a text.");
    const changed = session("two", 2)
      .ask("Lower the pool size.")
      .use("Edit", { file_path: path("src/pool.ts"), old_string: "a", new_string: "b" }, "ok")
      .say("The pool has two connections now, because the proxy allows no more.")
      .ask("Thanks, bye.")
      .say("Have a good evening.");
    await ingestTranscripts(app, broken, changed);
    expect(lines(await start())).toEqual([
      '- Changed src/pool.ts. "Lower the pool size." → The pool has two connections now, because the proxy allows no more. [two 01-02]',
      "- Broken: `npm test` failed: TypeError: total is undefined [one 01-01]",
    ]);
  });

  it("a resumed session receives only what is new since it ended, and nothing twice", async () => {
    await ingestTranscripts(
      app,
      session("one", 1).ask("Sort the accounts.").say("The accounts are sorted by name now."),
    );
    expect(await start("one", true)).toBe("");
    await record("Use pnpm here, never npm.", { kind: "rule" });
    expect(await start("one", true)).toContain("pnpm");
    expect(await start("one", true)).toBe("");
  });

  it("a self-test shows it however often it is run", async () => {
    await record("Use pnpm here, never npm.", { kind: "rule" });
    expect(await start(smokeTestSession)).toContain("pnpm");
    expect(await start(smokeTestSession)).toContain("pnpm");
  });

  it("an agent receives the team's conventions, and no private one", async () => {
    const write = (key: string, content: string, scope: "public" | "private") =>
      toolNamed("context_add_convention").run({ key, content, scope }, app);
    await write("style", "# Style\n\n- Tabs, no spaces\n- No default exports\n", "public");
    await write("mine", "Whisper.", "private");
    const text = await start();
    expect(text).toContain("- Tabs, no spaces; No default exports. [convention style]");
    expect(text).not.toContain("Whisper");
  });

  it("an agent receives nothing that was replaced or rejected", async () => {
    const { id } = await record("Deploys go through Jenkins.", { kind: "decision" });
    const { id: rejected } = await record("The cache is in Redis.", { kind: "fact" });
    await record("Deploys go through Buildkite.", { replaces: id, quote: "jenkins is gone" });
    await app.memories.update(app.call, rejected, { state: "rejected" });
    const text = await start();
    expect(text).toContain("Buildkite");
    expect(text).not.toMatch(/Jenkins|Redis/);
  });
});

describe("a checkpoint", () => {
  const save = (summary: string, context: string, saver = "one") =>
    callAs(app)("checkpoint_save", { session_id: saver, summary, context });
  const changing = (id: string, day: number) =>
    session(id, day)
      .ask("Rename the port.")
      .use("Edit", { file_path: path("src/port.ts"), old_string: "a", new_string: "b" }, "ok")
      .say("The port is named now.");

  it("is the first line of the next start, before the rules", async () => {
    await record("Use pnpm here, never npm.", { kind: "rule" });
    const { id } = await save("Half of the imports are moved.", "Next: move src/db.");
    const [first] = lines(await start());
    expect(first).toMatch(/^- Half of the imports are moved\. Next: move src\/db\. \[/);
    expect(first).toContain(shortId(String(id)));
  });

  it("is given when a prompt asks to continue, once", async () => {
    await save("Half of the imports are moved.", "Next: move src/db.");
    expect(await prompt("Continue where the last agent stopped.")).toContain("Next: move src/db.");
    expect(await prompt("Continue where the last agent stopped.")).toBe("");
  });

  it("is not given to the session that saved it, nor after a later session changed files", async () => {
    await save("Half of the imports are moved.", "Next: move src/db.");
    expect(await start("one")).not.toContain("src/db");
    await ingestTranscripts(app, session("two", 3).ask("What is a port?").say("A number between 0 and 65535."));
    expect(await start("three")).toContain("src/db");
    await ingestTranscripts(app, changing("four", 4));
    expect(await start("five")).not.toContain("src/db");
  });

  it("of a compaction is not handed over", async () => {
    await ingestTranscripts(app, changing("one", 1));
    await app.injection.beforeCompaction(inSession("one"));
    expect(await app.injection.afterCompaction(inSession("one"))).toContain("Rename the port.");
    expect(await start()).not.toContain("Continue from this checkpoint");
  });
});

describe("with a prompt", () => {
  const pagination = (id: string, day: number) =>
    session(id, day)
      .ask("The list of entries gets slow with large offsets. What can we do about the pagination?")
      .say("Offsets read all rows before them. A cursor reads only the page.")
      .ask("Cursor then, ordered by created_at and id, at most 200 entries a page.")
      .say("Entries are paged by a cursor over created_at and id now, with at most 200 entries a page.");

  it("an agent receives what an earlier session settled about it, with what the person said", async () => {
    await ingestTranscripts(app, pagination("one", 1));
    const text = await prompt(
      "Walking through the entries with the pagination returns some rows twice, please fix it.",
    );
    expect(text).toContain('"Cursor then, ordered by created_at and id, at most 200 entries a page."');
    expect(text).toContain("[one 01-01]");
  });

  it("an agent receives nothing of its own session and nothing a second time", async () => {
    await ingestTranscripts(app, pagination("one", 1));
    const asked = "Walking through the entries with the pagination returns some rows twice, please fix it.";
    expect(lines(await prompt(asked, "one"))).toEqual([]);
    expect(lines(await prompt(asked))).not.toEqual([]);
    expect(lines(await prompt(asked))).toEqual([]);
  });

  it.each(["Try again.", "Can you do this in markdown?", "yes, do that"])(
    "an agent receives nothing where a prompt says nothing: %s",
    async (text) => {
      await ingestTranscripts(app, pagination("one", 1));
      expect(lines(await prompt(text))).toEqual([]);
    },
  );

  it("an agent receives nothing about another subject", async () => {
    await ingestTranscripts(app, pagination("one", 1));
    expect(lines(await prompt("Please translate the welcome mail for our Norwegian customers."))).toEqual([]);
  });

  it("an agent receives a lesson that answers it, whole, before anything else", async () => {
    await ingestTranscripts(app, pagination("one", 1));
    const lesson =
      "Entries are paged by a cursor over created_at and id; offsets are refused, because rows move meanwhile.";
    await record(lesson, { kind: "decision" });
    expect(lines(await prompt("Why does the pagination of the entries refuse offsets?"))[0]).toContain(lesson);
  });

  it("an agent receives further lessons about it by their titles, if they are long", async () => {
    const detail = "It is read from the settings at the start and checked again for every page that a client asks for.";
    const titles = ["Cursors expire after an hour", "A page has at most 200 entries"];
    for (const title of titles) await record(`${title}: pagination of the entries. ${detail}`, { kind: "fact", title });
    const [best = "", other = ""] = lines(await prompt("How does the pagination of the entries handle cursors?"));
    expect(best).toContain(detail);
    expect(other).toMatch(/^- A page has at most 200 entries \[mem_\w+ \d\d-\d\d\]$/);
  });

  it("an agent receives the commit that explains it", async () => {
    initRepository(app.folder);
    const body = "Carriers send weights in pounds without saying so. Anything above 40 tonnes is taken for pounds.";
    commitIn(app.folder, "Convert weights of carriers", body);
    commitIn(
      app.folder,
      "Sort the ports",
      "The list was in the order of the import, which is hard to read on a phone.",
    );
    const text = await prompt("The weights of some carriers are far too high in the report. Please convert them.");
    expect(text).toContain(`Commit "Convert weights of carriers": ${body}`);
  });
});

describe("the person's own words", () => {
  const stored = async () => (await app.memories.list(app.call, { limit: 9, offset: 0 })).memories;

  it("are recorded as they were said, and the agent is asked to make them stand alone", async () => {
    const text = await prompt("ok. from now on, never ask me whether to proceed if the next step is obvious.", "one");
    const [memory] = await stored();
    expect(memory).toMatchObject({ author: "person", tags: ["rule"], state: "candidate", source: "explicit" });
    expect(memory?.evidence[0]).toMatchObject({ from: "session one", quote: memory?.content });
    expect(text).toContain(`Recorded as ${memory?.id} in the person's words`);
    await record("Do not ask whether to proceed when the next step is obvious.", {
      kind: "rule",
      replaces: memory?.id,
    });
    expect((await stored()).filter(({ state }) => state === "candidate")).toHaveLength(1);
    expect(await start("two")).toContain("Do not ask whether to proceed");
  });

  it.each(["Keystore pass is maple-Heron-3321, from now on.", "Always use the partner login: user / Word!7702"])(
    "are not recorded where they hold a credential: %s",
    async (text) => {
      await prompt(text);
      expect(JSON.stringify(await stored())).not.toMatch(/Heron|7702/);
    },
  );

  it("are not recorded when learning.ask is off", async () => {
    await app.remove();
    app = await testApp({ "learning.ask": false });
    expect(await prompt("From now on use pnpm here, never npm.")).toBe("");
    expect(await stored()).toEqual([]);
  });
});

describe("the agent", () => {
  const long = "The exporter writes local times, but our customers expect everything in UTC.";

  it("is asked to record what a message may state, in full once, then in a few words, and never more than six times", async () => {
    const asked: string[] = [];
    for (let i = 0; i < 9; i++) asked.push(await prompt(`${long} Case ${i}.`));
    expect(asked[0]).toContain("one or two sentences that stand alone");
    expect(asked[1]).toContain("memory_record");
    expect(asked[1]?.length).toBeLessThan(200);
    expect(asked.filter((one) => one !== "")).toHaveLength(6);
  });

  it.each(["yes", "continue", "Why does the exporter write local times in the reports?"])(
    "is not asked where nothing is stated: %s",
    async (text) => expect(await prompt(text)).toBe(""),
  );

  it("is not asked after it recorded something by itself", async () => {
    const recorded = session("one").ask("We use UTC everywhere.");
    recorded.use("mcp__throughline__memory_record", { content: "Times are in UTC." }, "{}").say("Recorded.");
    await ingestTranscripts(app, recorded);
    expect(await prompt(long, "one")).toBe("");
  });

  it("is asked about an error that took several attempts", async () => {
    const fixed = session("one")
      .ask("Make the tests pass.")
      .use("Bash", { command: "npm test" }, "Error: pool is exhausted", true)
      .use("Edit", { file_path: path("src/pool.ts"), old_string: "max: 1", new_string: "max: 2" }, "ok")
      .use("Bash", { command: "npm test" }, "Error: pool is exhausted", true)
      .use("Edit", { file_path: path("src/pool.ts"), old_string: "max: 2", new_string: "max: 20" }, "ok")
      .use("Bash", { command: "npm test" }, "Error: pool is exhausted", true)
      .use("Edit", { file_path: path("src/db.ts"), old_string: "a", new_string: "release()" }, "ok")
      .use("Bash", { command: "npm test" }, "ok");
    await ingestTranscripts(app, fixed.say("It passes."));
    expect(await prompt("thanks", "one")).toMatch(/error was overcome[^\n]+pool is exhausted/);
    expect(await prompt("thanks", "one")).toBe("");
  });

  it("is asked at the end only if the settings say so, once, in a session that changed files and recorded nothing", async () => {
    const changed = session("one")
      .ask("Lower the pool size.")
      .use("Edit", { file_path: path("src/pool.ts"), old_string: "a", new_string: "b" }, "ok")
      .say("Done.");
    await ingestTranscripts(app, changed, session("two").ask("What is a pool?").say("A set of connections."));
    expect(await app.injection.atEnd(inSession("one"))).toBe("");
    await app.remove();
    app = await testApp({ "learning.atEnd": true });
    await ingestTranscripts(
      app,
      new ClaudeTranscript("one", app.folder)
        .ask("Lower it.")
        .use("Edit", { file_path: path("src/pool.ts"), old_string: "a", new_string: "b" }, "ok")
        .say("Done."),
    );
    expect(await app.injection.atEnd(inSession("one"))).toContain("memory_record");
    expect(await app.injection.atEnd(inSession("one"))).toBe("");
    expect(await app.injection.atEnd(inSession("two"))).toBe("");
  });
});

describe("at a file", () => {
  const open = (file: string, id = "now") => app.injection.onFile(inSession(id), path(file));

  it("an agent receives the lessons about it, once per session", async () => {
    await record("The pool hangs unless POOL_SIZE is set.", { kind: "trap", anchors: ["src/pool.ts"] });
    await record("Ports are sorted in list.ts.", { kind: "fact" });
    expect(await open("src/pool.ts")).toContain("POOL_SIZE");
    expect(await open("src/pool.ts")).toBe("");
    expect(await open("src/list.ts")).toContain("Ports are sorted");
    expect(await open("src/other.ts")).toBe("");
    expect(await open("src/pool.ts", "another")).toContain("POOL_SIZE");
  });

  it("a hook knows without the database that nothing can be said about most files", async () => {
    await record("The pool hangs unless POOL_SIZE is set.", { kind: "trap", anchors: ["src/pool.ts"] });
    await record("Ports are sorted in `list.ts`, and Makefile knows the order.", { kind: "fact" });
    const mayBeMentioned = (file: string) => isMentioned(app.home.guards, path(file), app.folder);
    expect(mayBeMentioned("src/other.ts")).toBe(true);
    await app.guards.refresh(app.call, await app.injection.fileWords(app.call));
    const files = ["src/pool.ts", "src/list.ts", "Makefile", "src/other.ts", "pool.tsx", "a file (1).ts"];
    expect(files.map(mayBeMentioned)).toEqual([true, true, true, false, false, true]);
  });

  it("an agent receives the error that was fixed there, with the change", async () => {
    const fixed = session("one")
      .ask("Make the test pass.")
      .use("Bash", { command: "npm test" }, "Error: pool is exhausted", true)
      .use("Edit", { file_path: path("src/pool.ts"), old_string: "max: 1", new_string: "max: 20" }, "ok")
      .use("Bash", { command: "npm test" }, "ok");
    await ingestTranscripts(app, fixed);
    expect(await open("src/pool.ts")).toMatch(/pool is exhausted[\s\S]+\+ max: 20/);
  });
});

describe("at a failing command", () => {
  const error = "Error: cannot find module 'left-pad'";
  const fail = (output = error, command = "npm run build") =>
    app.injection.onFailure(inSession("now"), { output, command });
  const fixing = (id: string, folder: string) =>
    new ClaudeTranscript(id, folder)
      .ask("Run the build.")
      .use("Bash", { command: "npm run build" }, error, true)
      .use(
        "Edit",
        { file_path: join(folder, "package.json"), old_string: "{}", new_string: '{ "left-pad": "1" }' },
        "ok",
      )
      .use("Bash", { command: "npm run build" }, "ok");

  it("an agent receives the change that fixed the error and the command that proved it, once", async () => {
    await ingestTranscripts(app, fixing("one", app.folder));
    const text = await fail(`> build\n${error}\n`);
    expect(text).toContain('+ { "left-pad": "1" }');
    expect(text).toContain("npm run build");
    expect(await fail()).toBe("");
  });

  it("an agent receives a fix that took more than one question, proved by a command that covers the one that failed", async () => {
    const slow = session("one")
      .ask("Run the tests.")
      .use("Bash", { command: "pytest tests/test_pool.py::test_limit" }, "E   ValueError: pool limit is negative", true)
      .say("It fails.")
      .ask("The limit comes from the settings, correct it there.")
      .use("Edit", { file_path: path("settings.py"), old_string: "LIMIT = -1", new_string: "LIMIT = 20" }, "ok")
      .use("Bash", { command: "uv run pytest tests/test_pool.py -q" }, "4 passed");
    await ingestTranscripts(app, slow);
    expect(await fail("E   ValueError: pool limit is negative", "pytest")).toContain("+ LIMIT = 20");
  });

  it("an agent receives a fix of another project only when it is shared, with its source", async () => {
    const record = (scope: "project" | "org", solution: string, folder = join(app.folder, "..", "another")) =>
      app.remediations.record(app.call, undefined, {
        scope,
        team: "",
        projectPath: scope === "project" ? folder : "",
        category: "build",
        title: "left-pad",
        problem: error,
        symptoms: [],
        rootCause: "",
        solution,
        failedAttempts: [],
        verifiedBy: "npm ci",
        codeDiff: "",
        affectedFiles: [],
        tags: [],
        sessionId: "",
        confidence: scope === "org" ? 0.8 : 0.9,
      });
    await record("project", "Only for the other project.");
    expect(await fail()).toBe("");
    const { id } = await record("org", "Pin left-pad to 1.");
    const text = await fail();
    expect(text).toContain(`fix ${id} of the organization`);
    expect(text).toContain("Pin left-pad to 1.");
    expect(text).toContain("npm ci");
    await record("project", "Ours.", app.folder);
    expect(await app.injection.onFailure(inSession("later"), { output: error, command: "" })).toContain(
      "of this project",
    );
  });

  it("an agent receives nothing of another project", async () => {
    await ingestTranscripts(app, fixing("one", join(app.folder, "..", "another")));
    expect(await fail()).toBe("");
  });
});
