import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../../test/support/claude-transcript.js";
import { ingestTranscripts } from "../../../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../../../test/support/test-app.js";
import type { SessionEvent } from "../../../store/archive/session-event.js";
import { exchangesThatWrote } from "./file-history.js";

const at = "2026-01-01T00:00:00.000Z";
const ask = (key: string): SessionEvent => ({ kind: "prompt", key, at, text: "?" });
const call = (key: string, tool: string, input: object): SessionEvent => ({
  kind: "call",
  key,
  at,
  call: key,
  tool,
  input: { ...input },
});

const events = [
  ask("a"),
  call("1", "Write", { file_path: "/w/src/cart.ts", content: "const ttl = 50;\nconst a = 1;" }),
  ask("b"),
  call("2", "Edit", {
    file_path: "/w/src/cart.ts",
    old_string: "const ttl = 50;",
    new_string: "const ttl = 50;\nlet b;",
  }),
  ask("c"),
  call("3", "apply_patch", {
    input: "*** Begin Patch\n*** Update File: src/cart.ts\n@@\n-const a = 1;\n+  const c = 3;\n*** End Patch",
  }),
  call("4", "Read", { file_path: "/w/src/cart.ts" }),
];

describe("exchangesThatWrote", () => {
  it("names the exchange that wrote a line, not one that left it unchanged", () => {
    expect(exchangesThatWrote(events, "src/cart.ts", "const ttl = 50;")).toEqual(["a"]);
  });

  it("reads patches and ignores indentation", () => {
    expect(exchangesThatWrote(events, "src/cart.ts", "    const c = 3;")).toEqual(["c"]);
  });

  it("finds nothing for other files, nor for lines that occur everywhere", () => {
    expect(exchangesThatWrote(events, "src/other.ts", "const ttl = 50;")).toEqual([]);
    expect(exchangesThatWrote(events, "src/cart.ts", "}")).toEqual([]);
  });
});

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
  mkdirSync(join(app.folder, "src"), { recursive: true });
  writeFileSync(join(app.folder, "src", "a.ts"), "export const walrus = 1;\nexport const penguin = 2;\n");
  const write = { file_path: join(app.folder, "src", "a.ts"), content: "export const walrus = 1;\n" };
  await ingestTranscripts(app, new ClaudeTranscript("s", app.folder).ask("add the walrus").use("Write", write, "ok"));
});
afterEach(() => app.remove());

const history = (line?: number, path = "src/a.ts") => app.sessions.fileHistory(app.call, path, line, 10);

describe("the sessions behind a file", () => {
  it("are those that touched it, and of a line those that wrote it", async () => {
    expect(await history()).toMatchObject([{ sessionId: "s", how: "changed", question: "add the walrus" }]);
    expect(await history(1)).toHaveLength(1);
    expect(await history(2)).toEqual([]);
  });

  it("are not guessed for a line that is not there", async () => {
    for (const line of [0, 3, 999]) await expect(history(line)).rejects.toThrow("src/a.ts has 2 lines");
    await expect(app.sessions.blame(app.call, "src/a.ts", 999)).rejects.toThrow("src/a.ts has 2 lines");
  });

  it("are empty for an unknown file, and an error names it", async () => {
    expect(await history(undefined, "nowhere.ts")).toEqual([]);
    await expect(history(1, "nowhere.ts")).rejects.toThrow("File not found: nowhere.ts");
    await expect(app.sessions.blame(app.call, "nowhere.ts", undefined)).rejects.toThrow("File not found: nowhere.ts");
  });
});
