import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../test/support/claude-transcript.js";
import { ingestTranscripts } from "../../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { toolNamed } from "../../../test/support/tool-named.js";
import { maxHandOver } from "./hand-over.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const session = (id: string, day = 1) => new ClaudeTranscript(id, app.folder, `2026-01-0${day}T09:00:00.000Z`);
const path = (name: string) => join(app.folder, name);
const handOver = (id = "") => toolNamed("session_handover").run({ session: id }, app) as Promise<{ text: string }>;

/** An agent that stopped in the middle of its work. */
const stopped = () =>
  session("walrus-one")
    .ask("Cache the exchange rates, they are fetched for every order.")
    .use("Edit", { file_path: path("src/rates.ts"), old_string: "a", new_string: "b" }, "ok")
    .use("Bash", { command: "npm test" }, "Exit code 1\nTypeError: rates.get is not a function", true)
    .use("Edit", { file_path: path("src/rates.ts"), old_string: "b", new_string: "c" }, "ok")
    .use("Bash", { command: "npm test" }, "9 passed")
    .say("Rates are cached for ten minutes in src/rates.ts. Should the cache be shared between workers?")
    .ask("Yes")
    .use(
      "TodoWrite",
      {
        todos: [
          { content: "Store rates in Redis", status: "completed" },
          { content: "Invalidate them at midnight", status: "pending" },
        ],
      },
      "ok",
    )
    .use("Bash", { command: "npm run migrate" }, "Exit code 1\nError: connect ECONNREFUSED 127.0.0.1:6379", true);

describe("a hand-over", () => {
  it("says what the person wants, what is done, what failed and what is open", async () => {
    await ingestTranscripts(app, stopped());
    const { text } = await handOver();
    expect(text).toContain('"Cache the exchange rates, they are fetched for every order."');
    expect(text).toMatch(/Last: "Yes" to: ".*Should the cache be shared between workers\?"/);
    expect(text).toMatch(
      /Done:\n- Changed src\/rates\.ts\n- Ran without an error: `npm test`\n- "Cache the exchange rates/,
    );
    expect(text).toContain("- `npm run migrate`: Error: connect ECONNREFUSED 127.0.0.1:6379 (not overcome)");
    expect(text).toContain("- `npm test`: TypeError: rates.get is not a function (overcome later)");
    expect(text).toMatch(/Open:\n- The last request is not answered; its last steps: .*`npm run migrate`\n/);
    expect(text).toContain("- To do: Invalidate them at midnight");
    expect(text).not.toContain("Store rates in Redis");
  });

  it("has at most 2,500 characters, however much was said", async () => {
    const long = session("long");
    for (let i = 0; i < 30; i++)
      long
        .ask(`Request ${i}: ${"change the color of the button and everything around it, ".repeat(30)}`)
        .use("Edit", { file_path: path(`src/part-${i}/button.ts`), old_string: "a", new_string: "b" }, "ok")
        .use(
          "Bash",
          { command: `npm run check-${i}` },
          `Exit code 1\nError: part ${i} ${"is broken ".repeat(50)}`,
          true,
        )
        .say(`Part ${i} is done. ${"The button is blue now, because the theme says so. ".repeat(40)}`);
    await ingestTranscripts(app, long);
    const { text } = await handOver();
    expect(text.length).toBeLessThanOrEqual(maxHandOver);
    expect(text).toMatch(/Request 0: [\s\S]*Last: "Request 29: [\s\S]*Done:[\s\S]*Tried and failed:[\s\S]*Open:/);
  });

  it("is about the last session that did something, not about one that asks for it or a sub-agent", async () => {
    const asking = session("asking", 3).ask("Continue where the last agent stopped.");
    await ingestTranscripts(
      app,
      stopped(),
      session("later", 2).ask("Rename the ports.").say("The ports are renamed."),
      asking,
    );
    expect((await handOver()).text).toContain("Rename the ports.");
    expect((await handOver("walrus")).text).toContain("Cache the exchange rates");
  });

  it("does not take an interruption for a request, or a rejected command for a failure", async () => {
    const rejected = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
    await ingestTranscripts(
      app,
      session("cut")
        .ask("Publish it.")
        .use("Bash", { command: "npm publish" }, rejected, true)
        .ask("[Request interrupted by user for tool use]"),
    );
    const { text } = await handOver();
    expect(text).toContain("- `npm publish`: the person rejected it\n");
    expect(text).toContain("- The person interrupted the agent\n");
    expect(text).not.toContain("Request interrupted");
  });

  it("says so when nothing is archived", async () => {
    expect(await handOver()).toEqual({ text: "" });
    await expect(handOver("nowhere")).rejects.toThrow("Session not found: nowhere.");
  });
});
