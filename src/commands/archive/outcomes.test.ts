import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../test/support/claude-transcript.js";
import { ingestTranscripts } from "../../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { plainPaint } from "../../base/paint.js";
import { commandsOf } from "../../surface/cli/command-tree.js";
import { tools } from "../../tools/catalog.js";
import { commands } from "../catalog.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
  const solved = new ClaudeTranscript("5e551011", app.folder, "2026-01-01T09:00:00.000Z")
    .ask("Why does the export lose rows?")
    .use("Edit", { file_path: `${app.folder}/src/export.ts`, old_string: "a", new_string: "b" }, "ok")
    .use("Bash", { command: "npm test" }, "12 passed")
    .say("The cursor was closed before the last page was read. It is fixed now.");
  const failed = new ClaudeTranscript("6f661122", app.folder, "2026-01-01T10:00:00.000Z")
    .ask("Make the login test stable.")
    .use("Bash", { command: "npm test" }, "Exit code 1\nTimeoutError: login", true)
    .say("I could not make it stable: the mail server answers late.");
  await ingestTranscripts(app, solved, failed);
});
afterEach(() => app.remove());

async function output(name: string, input: object): Promise<string> {
  const command = commandsOf(tools, commands).find((one) => one.name === name);
  if (!command) throw new Error(name);
  return command.toText(await command.run(command.input.parse(input), app), plainPaint);
}
const idIn = (text: string) => /5e551011\/\S{1,6}/.exec(text)?.[0] ?? "";

describe("what the archive shows of an exchange", () => {
  it.each([
    ["search", { query: "export loses rows" }],
    ["archive search", { query: "export rows" }],
    ["digest", { since: "2025-12-01" }],
  ])("%s has the answer, and an id that show reads", async (name, input) => {
    const text = await output(name, input);
    expect(text).toMatch(/Why does the export lose rows\?[\s\S]*→ .*The cursor was closed/);
    expect(await output("show", { id: idIn(text) })).toContain("The cursor was closed before the last page was read.");
  });

  it("digest lists what is open, with where it stands", async () => {
    expect(await output("digest", { since: "2025-12-01" })).toMatch(
      /Open\n {4}- Make the login test stable\. → I could not make it stable/,
    );
  });
});
