import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../../test/support/claude-transcript.js";
import { ingestTranscripts } from "../../../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../../../test/support/test-app.js";
import { openReader } from "../../../engine/minilm-embedder/open-reader.js";
import { contextAddConvention } from "../../../tools/context/context-add-convention.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const session = (id: string, day = 1) => new ClaudeTranscript(id, app.folder, `2026-01-0${day}T09:00:00.000Z`);
const path = (name: string) => join(app.folder, name);
const inSession = (id: string) => ({ ...app.call, session: id });
const start = (id = "now", resumed = false) => app.injection.atStart(inSession(id), resumed);
const lines = (text: string) => text.split("\n").filter((line) => line.startsWith("- "));

/** A session in which a file was changed and something was said about it. */
const changed = (id: string, file: string, answer: string, day = 1) =>
  session(id, day)
    .ask(`Change ${file}.`)
    .use("Edit", { file_path: path(file), old_string: "a", new_string: "b" }, "ok")
    .say(answer);

describe("at a file", () => {
  const trap = "The pool hangs unless POOL_SIZE is set.";
  const open = (file: string, id = "now") => app.injection.onFile(inSession(id), path(file));

  it("an agent receives the traps and decisions of sessions that changed it, once per session", async () => {
    await ingestTranscripts(app, changed("one", "src/pool.ts", trap));
    expect(await open("src/pool.ts")).toContain(trap);
    expect(await open("src/pool.ts")).toBe("");
    expect(await open("src/pool.ts", "another")).toContain(trap);
  });

  it("an agent receives nothing about other files, nor what its own session said", async () => {
    await ingestTranscripts(app, changed("one", "src/pool.ts", trap));
    expect(await open("src/other.ts")).toBe("");
    expect(await open("src/pool.ts", "one")).toBe("");
  });

  it("an agent receives nothing that it received at the start", async () => {
    await ingestTranscripts(app, changed("one", "src/pool.ts", trap));
    expect(await start()).toContain(trap);
    expect(await open("src/pool.ts")).toBe("");
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

  it("two lines are the most that an agent receives", async () => {
    const traps = ["A", "B", "C"].map((name) => `The pool hangs unless POOL_${name} is set to ${name}${name}.`);
    await ingestTranscripts(app, changed("one", "src/pool.ts", traps.join(" ")));
    expect(lines(await open("src/pool.ts"))).toHaveLength(2);
  });
});

describe("at the start", () => {
  it("a resumed session receives only what is new since it ended", async () => {
    const first = session("one", 1).ask("Always use pnpm here.").say("Noted.");
    await ingestTranscripts(app, first, session("two", 2).ask("From now on tests run with vitest.").say("Noted."));
    const text = await start("one", true);
    expect(text).toContain("vitest");
    expect(text).not.toContain("pnpm");
  });

  it("a resumed session receives nothing when nothing is new", async () => {
    await ingestTranscripts(app, session("one").ask("Always use pnpm here.").say("Noted."));
    expect(await start("one", true)).toBe("");
  });

  it("a session that starts twice receives nothing twice", async () => {
    await ingestTranscripts(app, session("one", 1).ask("Always use pnpm here.").say("Noted."));
    expect(await start()).toContain("pnpm");
    expect(await start()).toBe("");
    await ingestTranscripts(app, session("two", 2).ask("From now on tests run with vitest.").say("Noted."));
    const again = await start();
    expect(again).toContain("vitest");
    expect(again).not.toContain("pnpm");
  });

  it("an agent receives the team's conventions, and no private one", async () => {
    const write = (key: string, content: string, scope: "public" | "private") =>
      contextAddConvention.run({ key, content, scope }, app);
    await write("style", "# Style\n\n- Tabs, no spaces\n- No default exports\n", "public");
    await write("mine", "Whisper.", "private");
    const text = await start();
    expect(text).toContain("- Tabs, no spaces; No default exports. [convention style]");
    expect(text).not.toContain("Whisper");
  });

  it("a session without a known outcome says in its own words what it changed", async () => {
    await ingestTranscripts(app, changed("one", "src/pool.ts", "Lowered the pool size to two connections."));
    expect(await start()).toMatch(/changed src\/pool\.ts: Lowered the pool size/);
  });

  it("a session that ends with small talk is described by what came of it", async () => {
    const said = changed("one", "src/pool.ts", "The pool has two connections now and all 12 tests pass.");
    await ingestTranscripts(app, said.ask("Thanks, bye.").say("Have a good evening."));
    expect(await start()).toContain("The pool has two connections now");
  });

  it("what an agent found before it changed files is how they were", async () => {
    const found = "The loader depends on the byte order of the file.";
    const worked = session("one").ask("Fix the loader.").say(found);
    await ingestTranscripts(
      app,
      worked
        .use("Edit", { file_path: path("src/loader.ts"), old_string: "a", new_string: "b" }, "ok")
        .say("The staging quota is 40 GB."),
    );
    const text = await start();
    expect(lines(text)).not.toContain(`- ${found} [one 01-01]`);
    expect(lines(text)).toContain("- The staging quota is 40 GB. [one 01-01]");
  });

  it("of an earlier session, what came of it is said without its files", async () => {
    const first = changed("one", "src/pool.ts", "Lowered the pool size to two connections.");
    await ingestTranscripts(app, first, changed("two", "src/cache.ts", "Ok.", 2));
    expect(lines(await start())).toContain("- Lowered the pool size to two connections. [one 01-01]");
  });

  it("of an earlier session, files alone are not listed", async () => {
    const first = changed("one", "src/pool.ts", "Ok.");
    await ingestTranscripts(app, first, changed("two", "src/cache.ts", "Ok.", 2));
    expect(lines(await start())).toEqual(["- claude-code changed src/cache.ts [two 01-02]"]);
  });

  it("what a person agreed to is decided", async () => {
    const proposed = session("one")
      .ask("Which store?")
      .say("Isar is unmaintained. I would move local storage to Drift.");
    await ingestTranscripts(app, proposed.ask("yes, do that").say("Done."));
    expect(await start()).toContain("- I would move local storage to Drift. → yes, do that [one 01-01]");
  });

  it("what a model read as replaced is gone until the session that replaced it is deleted", async () => {
    await app.remove();
    const reader = openReader("src/engine/minilm-embedder/minilm-reader.bin");
    app = await testApp({}, undefined, { reader });
    const kafka = "Events go through Kafka.";
    const first = session("one", 1).ask(`We decided: ${kafka}`).say(kafka);
    await ingestTranscripts(
      app,
      first,
      session("two", 2).ask("nats jetstream carries the events from now on, kafka was a mistake").say("Ok."),
    );
    await app.promoteStatements(app.call);
    while ((await app.readStatements(app.call)).state === "more");
    expect(await start()).not.toContain(kafka);
    await app.sessions.forget(app.call, { session: "two" });
    await app.promoteStatements(app.call);
    expect(await start("later")).toContain(kafka);
    await reader?.close();
  });

  it("a question of several lines is one line", async () => {
    await ingestTranscripts(app, session("one", 1).ask("Why is the total\nwrong?").say("The discount is a text."));
    expect(lines(await start())).toEqual(["- Why is the total wrong? → The discount is a text. [one 01-01]"]);
  });

  it("sessions that ended alike are described once, and so is what they left broken, with its error", async () => {
    const attempt = (id: string, day: number) =>
      session(id, day)
        .ask("Why is the total wrong?")
        .use("Bash", { command: "cat src/total.ts" }, "export {};")
        .use("Bash", { command: "npm test" }, "Exit code 1\nTypeError: total is undefined", true)
        .say("The total is wrong because the discount is a text.");
    await ingestTranscripts(app, attempt("one", 1), attempt("two", 2), attempt("three", 3));
    expect(lines(await start())).toEqual([
      "- Why is the total wrong? → The total is wrong because the discount is a text. [three 01-03]",
      "- Broken: `npm test` failed: TypeError: total is undefined [three 01-03]",
    ]);
    const prompted = await app.injection.withPrompt(inSession("now"), "Why is the total wrong?");
    expect(prompted).toBe("");
    const alone = await app.injection.withPrompt(inSession("another"), "Why is the total wrong?");
    expect(lines(alone)).toHaveLength(1);
  });

  it("what several sessions stated is listed with what it is about", async () => {
    const stated = [
      "Always use pnpm here, never npm.",
      "We decided on cursor pagination.",
      "Olga owns the billing service.",
    ];
    const said = (id: string, day: number) => session(id, day).ask(stated.join(" ")).say("Noted.");
    await ingestTranscripts(app, said("one", 1), said("two", 2));
    await app.promoteStatements(app.call);
    const text = await start();
    const sections = ["What always holds here", "Current decisions", "Facts"];
    for (const [i, title] of sections.entries()) expect(text).toContain(`${title}:\n- ${stated[i]} [mem_`);
  });

  it("an answer that another session stated is not repeated", async () => {
    const answer = "The importer works and all tests pass.";
    await ingestTranscripts(app, changed("one", "src/a.ts", answer), session("two", 2).ask("Is it done?").say(answer));
    expect((await start()).split(answer)).toHaveLength(2);
  });

  it("a prompt is not answered with the same request from before", async () => {
    const asked = session("one").ask("Sort the accounts by name.").say("The list of accounts is sorted now.");
    await ingestTranscripts(app, asked);
    const text = await app.injection.withPrompt(inSession("now"), "Sort the accounts by name.");
    expect(lines(text)).toEqual(["- The list of accounts is sorted now. [one 01-01]"]);
  });

  it.each([
    "We should use the Read tool to see the file.",
    "Look at the logs first.",
    "I'll use grep to find the handler.",
    "If we used Kafka, we would need three brokers.",
    "Let me check whether we should go with Redis.",
  ])("an agent does not receive as a decision: %s", async (sentence) => {
    await ingestTranscripts(app, session("one").ask("Why is it slow?").say(`${sentence} It reads the file twice.`));
    expect(await start()).not.toMatch(/Current decisions|What always holds/);
  });

  it("ten facts of a session of sixty turns reach the next session, most at the start, the rest with a prompt", async () => {
    const facts = {
      pnpm: "Always use pnpm here, never npm.",
      cursor: "We decided on cursor pagination instead of offsets.",
      REDIS_URL: "The integration tests hang unless REDIS_URL is set.",
      "4810": "The dev server listens on port 4810.",
      Olga: "Olga owns the billing service.",
      English: "From now on commit messages are in English.",
      UUIDv7: "We use UUIDv7 for ids instead of ULID.",
      VPN: "The deploy fails unless the VPN is connected.",
      rotate: "Still open: rotate the signing keys.",
      export: "Next step: the CSV export.",
    };
    const long = session("long");
    const planted = Object.values(facts);
    for (let turn = 0; turn < 60; turn++) {
      long.ask(turn % 6 === 0 ? `${planted[turn / 6]} Then look at file ${turn}.` : `What does file ${turn} do?`);
      long.use("Read", { file_path: path(`src/f${turn}.ts`) }, "export {};").say(`It holds part ${turn} of the shop.`);
    }
    await ingestTranscripts(app, long);
    const text = await start();
    const missing = Object.keys(facts).filter((word) => !text.includes(word));
    expect(missing).toEqual([]);
    expect(text.length).toBeLessThanOrEqual(1500);
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

  it("an agent receives a trap that speaks of the error, where no fix is known", async () => {
    const trap = "Migrations time out unless LOCK_WAIT is set to 60.";
    await ingestTranscripts(app, session("one").ask(trap).say("Noted."));
    expect(await fail("Error: migrations time out while waiting for lock", "make migrate")).toContain(trap);
    expect(await fail("Error: no space left on device", "make migrate")).toBe("");
  });

  it("an agent receives a fix of another project only when it is shared, with its source", async () => {
    const record = (scope: "project" | "org", solution: string, folder = join(app.folder, "..", "another")) =>
      app.remediations.record(app.call, undefined, {
        ...{ scope, team: "", projectPath: scope === "project" ? folder : "" },
        ...{ category: "build", title: "left-pad", problem: error, symptoms: [], rootCause: "", solution },
        ...{ failedAttempts: [], verifiedBy: "npm ci", codeDiff: "", affectedFiles: [], tags: [], sessionId: "" },
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
