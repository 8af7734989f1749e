import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/support/test-app.js";
import { plainPaint } from "../base/paint.js";
import { receiptLine } from "../domain/receipts/receipt.js";
import { statusline } from "./receipts.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const line = async (payload: object | string = {}) => {
  const input = typeof payload === "string" ? payload : JSON.stringify({ cwd: app.folder, ...payload });
  return statusline.toText(await statusline.run({ payload: input }, app), plainPaint);
};

describe("statusline", () => {
  it("shows only the project's name when there is nothing else", async () => {
    expect(await line()).toBe("shop");
    expect(await line("no JSON")).toBe("shop");
    expect(await line("null")).toBe("shop");
  });

  it("counts the current memories of the project", async () => {
    const lesson = { outcome: "success", tags: [] } as const;
    const record = (project: string, title: string, content: string) =>
      app.memories.record(app.call, { ...lesson, project, title, content });
    await record(app.folder, "Pin the port", "Random ports make the login test flaky.");
    const { id } = await record(app.folder, "Use tabs", "Makefiles want tabs and nothing else.");
    await record("elsewhere", "Deploy on Monday", "No one is there on Fridays.");
    expect(await line()).toBe("shop · 2 memories");
    await app.memories.update(app.call, id, { state: "rejected" });
    expect(await line()).toBe("shop · 1 memory");
  });

  it("shows when the project's context was last synced, if it is shared", async () => {
    const record = join(app.folder, ".git", "logs", "refs", "remotes", "origin");
    mkdirSync(record, { recursive: true });
    writeFileSync(join(record, "main"), "");
    expect(await line()).toBe("shop");
    mkdirSync(join(app.folder, ".context-teleport"));
    const hours = (count: number) => new Date(app.runtime.now().getTime() - count * 3_600_000);
    utimesSync(join(record, "main"), hours(3), hours(3));
    expect(await line()).toBe("shop · synced 3 hr. ago");
    utimesSync(join(record, "main"), hours(50), hours(50));
    expect(await line()).toBe("shop · synced 2 days ago");
  });

  it("sums the tokens injected into this session", async () => {
    mkdirSync(app.home.receipts, { recursive: true });
    const receipt = { at: "2026-01-02T03:04:05Z", agent: "claude-code", event: "SessionStart", folder: "", text: "x" };
    const lines = [
      receiptLine({ ...receipt, session: "a", tokens: 120 }),
      receiptLine({ ...receipt, session: "a", tokens: 30 }),
      receiptLine({ ...receipt, session: "b", tokens: 7 }),
    ];
    writeFileSync(join(app.home.receipts, "2026-01-02.jsonl"), lines.join(""));
    expect(await line({ session_id: "a" })).toBe("shop · 150 tokens injected");
  });
});
