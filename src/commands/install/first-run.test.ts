import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claudeSession } from "../../../test/support/claude-session.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { joinLines } from "../../base/text/lines.js";
import { claudeCode } from "../../hosts/claude-code.js";
import { importLines, readHistory } from "./first-run.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const keep = (id: string, day: string) => {
  const path = join(app.folder, "..", "person", ".claude", "projects", "shop", `${id}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const text = claudeSession(app.folder, [{ asked: `What about ${id}?`, answered: "It is pinned." }]);
  writeFileSync(path, text.replaceAll("2026-11-01", day).replaceAll("5e551011", id));
};
/** A clock that advances by `ms` with every read. */
const slowBy = (ms: number) => {
  let looks = 0;
  return {
    ...app,
    runtime: { ...app.runtime, now: () => new Date(Date.parse("2026-11-15T00:00:00Z") + ms * looks++) },
  };
};

describe("importing history on the first run", () => {
  it("imports everything within the timeout", async () => {
    keep("aaaaaaaa", "2026-11-10");
    keep("bbbbbbbb", "2025-01-01");
    expect(await readHistory(slowBy(1), [claudeCode])).toMatchObject({ transcripts: 2, left: 0 });
    expect(await readHistory(slowBy(1), [claudeCode])).toMatchObject({ transcripts: 0, left: 0 });
  });

  it("starts with the newest, and says how to import the rest", async () => {
    keep("aaaaaaaa", "2026-11-10");
    keep("bbbbbbbb", "2025-01-01");
    const history = await readHistory(slowBy(20_000), [claudeCode]);
    expect(history).toMatchObject({ transcripts: 1, left: 1 });
    const lines = joinLines(importLines({ history })).split("\n");
    expect(lines).toEqual([
      expect.stringContaining("Imported 1 session. Search it with"),
      "1 older session left. Import it with `throughline import sessions`.",
    ]);
    const [session] = await app.sessions.list(app.call, { limit: 5 });
    expect(session?.id).toContain("aaaaaaaa");
  });
});
