import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../test/support/claude-transcript.js";
import { ingestTranscripts } from "../../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { readHostEvent } from "../../hosts/read-payload.js";
import { memoryRecord } from "../../tools/memory/memory-record.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const inSession = (id: string) => ({ ...app.call, session: id });
const parent = () => new ClaudeTranscript("parent", app.folder, "2026-01-01T09:00:00.000Z");
const brief = () => app.injection.atSubagentStart(inSession("parent"));

describe("a sub-agent", () => {
  it("receives what concerns its own task first, then the other rules, in at most 500 characters", async () => {
    const traps = "The importer drops rows without a currency: check parseRow in src/import.ts.";
    await memoryRecord.run({ content: traps, kind: "trap", anchors: ["src/import.ts"] }, app);
    for (let i = 0; i < 9; i++)
      await memoryRecord.run({ content: `Rule ${i} of the printers in hall ${i}.`, kind: "rule" }, app);
    const prompt = "Find out why the importer drops rows without a currency.";
    await ingestTranscripts(
      app,
      parent().ask("Fix the importer.").use("Agent", { prompt, description: "look" }, "running"),
    );
    const text = await brief();
    expect(text).toMatch(/Known here:\n- The importer drops rows[^\n]+\n- Rule 8/);
    expect(text.length).toBeLessThanOrEqual(500);
  });

  it("receives the trap of a file that its prompt names", async () => {
    await memoryRecord.run({ content: "Amounts are cents.", kind: "trap", anchors: ["src/money.ts"] }, app);
    await memoryRecord.run({ content: "Labels are 40 by 60.", kind: "fact" }, app);
    await ingestTranscripts(app, parent().ask("Go.").use("Task", { prompt: "Read money.ts and report." }, "running"));
    const text = await brief();
    expect(text).toContain("Amounts are cents.");
    expect(text).not.toContain("Labels");
  });

  it("that starts beside others receives what concerns its own task", async () => {
    await memoryRecord.run({ content: "Amounts are cents everywhere in the invoices.", kind: "fact" }, app);
    await memoryRecord.run({ content: "Labels of the printer are 40 by 60.", kind: "fact" }, app);
    const session = parent().ask("Go.").use("Bash", { command: "ls" }, "a");
    for (const prompt of ["Check the amounts in the invoices.", "Count the labels of the printer."])
      session.use("Agent", { prompt }, "running");
    await ingestTranscripts(app, session);
    const texts = [await brief(), await brief()];
    expect(texts.map((text) => [text.includes("Amounts"), text.includes("Labels")])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it("whose host says its task receives what concerns it", async () => {
    await memoryRecord.run({ content: "Labels of the printer are 40 by 60.", kind: "fact" }, app);
    const text = await app.injection.atSubagentStart(inSession("parent"), "Count the labels of the printer.");
    expect(text).toContain("Labels of the printer");
  });

  it("is not the person: the words of its task are neither recorded nor do they allow anything", () => {
    const fields = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: "/x", prompt: "Never use npm again." };
    const occasion = (more: object) =>
      readHostEvent(JSON.stringify({ ...fields, ...more }), { host: "codex", event: "" }, "/home")?.occasion;
    expect([occasion({}), occasion({ agent_id: "a1" })]).toEqual(["prompt", "subagent-start"]);
  });

  it("counts for its parent: files, commands and what it recorded", async () => {
    const at = "2026-01-01T09:00:30.000Z";
    const child = (id: string) => new ClaudeTranscript(id, app.folder, at, "parent");
    const session = parent().ask("Fix the totals of the October report, and the labels too, please do it now.");
    await ingestTranscripts(
      app,
      session.use("Agent", { prompt: "Fix the totals." }, "done"),
      child("agent-1")
        .ask("Fix the totals.")
        .use("Edit", { file_path: `${app.folder}/src/totals.ts`, old_string: "a", new_string: "b" }, "ok")
        .use("Bash", { command: "pnpm test totals" }, "3 passed")
        .use("mcp__throughline__memory_record", { content: "Totals are rounded last." }, "Recorded"),
    );
    const text = await app.injection.afterCompaction(inSession("parent"));
    expect(text).toMatch(/files changed: .*src\/totals\.ts/);
    expect(text).toContain("- passed: `pnpm test totals`");
    const next = "And use the same rounding for the labels of hall seven and eight.";
    expect(await app.injection.withPrompt(inSession("parent"), next)).not.toContain("memory_record");
  });

  it("receives nothing where nothing is known", async () => {
    expect(await brief()).toBe("");
  });
});

describe("a session after compaction", () => {
  it("receives its open request in the person's words, commands that passed with their folder, and what fails", async () => {
    const said =
      "Make the totals of the October report right, and keep the rounding of the old one. Do not touch the API.";
    await ingestTranscripts(
      app,
      parent()
        .ask("Add the report.")
        .use("Bash", { command: "cd apps/report && pnpm test --run" }, "9 passed")
        .use("Bash", { command: "ls" }, "a b")
        .ask(said)
        .use("Edit", { file_path: `${app.folder}/src/report.ts`, old_string: "a", new_string: "b" }, "ok")
        .use("Bash", { command: "pnpm check" }, "Exit code 1\nTypeError: total is undefined", true),
    );
    const text = await app.injection.afterCompaction(inSession("parent"));
    expect(text).toContain(`open request, as the person said it: ${said}`);
    expect(text).toContain("- passed: `cd apps/report && pnpm test --run`");
    expect(text).not.toContain("passed: `ls`");
    expect(text).toMatch(/files changed: .*src\/report\.ts/);
    expect(text).toMatch(/failing: `[^`]+`: TypeError: total is undefined/);
  });
});
