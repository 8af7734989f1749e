import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { plainPaint } from "../../base/paint.js";
import { statusline } from "../../commands/receipts.js";
import { outdatedReceipts, receiptFile, receiptLine } from "./receipt.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
  mkdirSync(app.home.receipts, { recursive: true });
});
afterEach(() => app.remove());

const receipt = (at: string, session: string, text: string) => ({
  at,
  session,
  text,
  agent: "claude-code",
  event: "SessionStart",
  folder: "/work",
  tokens: 100,
});
const writeDay = (at: string, ...lines: string[]) =>
  writeFileSync(join(app.home.receipts, receiptFile(at)), lines.join(""));

describe("receipts", () => {
  it("are listed newest first, across days and sessions", async () => {
    const [a, b, c] = [
      receipt("2026-01-01T10:00:00.000Z", "s1", "first"),
      receipt("2026-01-01T11:00:00.000Z", "s2", "second"),
      receipt("2026-01-02T10:00:00.000Z", "s1", "third"),
    ];
    writeDay(a.at, receiptLine(a), receiptLine(b));
    writeDay(c.at, receiptLine(c), 'null\n{"a":1}\n{"cut off');
    expect(await app.receipts.list({ session: "", limit: 10 })).toEqual([c, b, a]);
    expect(await app.receipts.list({ session: "s1", limit: 10 })).toEqual([c, a]);
    expect(await app.receipts.list({ session: "", limit: 1 })).toEqual([c]);
  });

  it("of forgotten sessions are removed, and others lose only the lines that share a word with them", async () => {
    const ownReceipt = receipt("2026-01-01T10:00:00.000Z", "s1", "anything");
    const other = receipt("2026-01-01T11:00:00.000Z", "s2", "Where things stand:\n- The resets are broken");
    writeDay(ownReceipt.at, receiptLine(ownReceipt), receiptLine(other));
    const texts = ["The password reset is broken"];
    expect(await app.receipts.remove({ sessions: ["s1"], texts })).toBe(2);
    expect(await app.receipts.list({ session: "", limit: 10 })).toEqual([{ ...other, text: "Where things stand:" }]);
    expect(await app.receipts.remove({ sessions: ["s1"], texts })).toBe(0);
  });

  it("older than two weeks are outdated, and other files are never removed", () => {
    const names = ["2026-01-01.jsonl", "2026-01-02.jsonl", "2026-01-16.jsonl", "2025-mine.txt"];
    expect(outdatedReceipts(names, "2026-01-16T12:00:00.000Z")).toEqual(["2026-01-01.jsonl"]);
  });
});

describe("statusline", () => {
  const statuslineFor = async (payload: string) =>
    statusline.toText(await statusline.run({ payload }, app), plainPaint);

  it("shows the project, its memories and the tokens injected into this session", async () => {
    expect(await statuslineFor("")).toBe("shop");
    await app.memories.record(app.call, {
      project: "shop",
      title: "Pin the port",
      content: "Random ports fail.",
      outcome: "success",
      tags: [],
    });
    const one = receipt("2026-01-02T10:00:00.000Z", "s1", "the injected context");
    writeDay(one.at, receiptLine(one));
    expect(await statuslineFor(JSON.stringify({ session_id: "s1", cwd: app.folder }))).toBe(
      "shop · 1 memory · 100 tokens injected",
    );
  });

  it("accepts any payload", async () => {
    for (const payload of ["no json", "null", "[]", '{"session_id":1,"cwd":{}}'])
      expect(await statuslineFor(payload)).toBe("shop");
  });
});
