import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aTeam, commitCode, type Team } from "../../../test/support/team.js";
import { checkContext } from "./check-context.js";
import { listEntryFacts, verifyEntry } from "./entry-facts.js";

describe("checkContext", () => {
  let team: Team;
  beforeEach(async () => {
    team = await aTeam();
  });
  afterEach(() => team.remove());
  const check = async (options: { maxBytes?: number; requireOwner?: boolean } = {}) =>
    (await checkContext(team.ada.project, { maxBytes: 1000, requireOwner: false, ...options })).map(
      ({ kind, file }) => `${kind} ${file}`,
    );

  it("finds no problem in a store without problems", async () => {
    await team.ada.note("stack", "We use SQLite in WAL mode for storage.\n");
    expect(await check()).toEqual([]);
  });

  it("finds oversized, unowned, duplicate, contradicting and unreadable entries, and none that are private", async () => {
    const { ada } = team;
    await ada.note("a-rule", "Run the migrations before the release.\n");
    await ada.note("b-rule", "Never run the migrations before the release.\n");
    await ada.note("copy", "run the migrations  before the release\n");
    await ada.note("long", "word ".repeat(500));
    await ada.note("own", "word ".repeat(500), "private");
    writeFileSync(join(ada.folder, ".context-teleport/preferences/team.json"), "<<<<<<<");
    expect(await check()).toEqual([
      "unreadable preferences/team.json",
      "oversized knowledge/long.md",
      "duplicate knowledge/copy.md",
      "contradicting knowledge/b-rule.md",
    ]);
    expect(await check({ requireOwner: true })).toContain("unowned knowledge/a-rule.md");
  });

  it("reports an entry as stale when a path that it is about changed after it was verified", async () => {
    const { ada } = team;
    await ada.note("stack", "We use SQLite.\n");
    await ada.push();
    const meta = await verifyEntry(ada.project, {
      entryType: "knowledge",
      key: "stack",
      owner: "ada",
      paths: ["code.txt"],
    });
    expect(meta).toMatchObject({ owner: "ada", paths: ["code.txt"], author: "ada" });
    const [facts] = await listEntryFacts(ada.project, "knowledge");
    expect(facts).toMatchObject({ owner: "ada", author: "ada", updated_at: expect.stringMatching(/^20/) });
    // The test's clock is set to the past, so that any commit is newer.
    commitCode(ada, "code.txt", "changed\n");
    expect(await check()).toEqual(["stale knowledge/stack.md"]);
  });
});
