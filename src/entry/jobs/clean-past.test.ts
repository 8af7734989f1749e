import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../test/support/claude-transcript.js";
import { ingestTranscripts } from "../../../test/support/ingest-transcripts.js";
import { columnsWith, filesWith } from "../../../test/support/search-home.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { fixedRuntime } from "../../base/runtime.js";
import { openLeaseStore } from "../../store/lease-store.js";
import { startPastCleaning } from "./clean-past.js";

// Assembled here, so that no scanner takes this file for a leak.
const token = `ghp_${"aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3eF6"}`;

let folder: string;
let app: TestApp;
const runtime = fixedRuntime();
const open = (settings: Record<string, unknown> = {}) =>
  testApp(settings, undefined, {}, { folder, runtime, database: join(folder, "home", "throughline.db") });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "throughline-clean-"));
  await mkdir(join(folder, "home", "backups"), { recursive: true });
  app = await open();
  for (const [i, word] of ["first", "second", "third"].entries()) {
    const lesson = { project: "shop", title: `Deploy ${word}`, tags: [], outcome: "success" } as const;
    const { id } = await app.memories.record(app.call, { ...lesson, content: `The ${word} way is number ${i}.` });
    // As a version without the rule would have stored it.
    await app.sql.run("UPDATE memories SET content = ? WHERE id = ?", [`Use ${token} ${word}.`, id]);
  }
  await writeFile(join(folder, "home", "backups", "throughline-2026-01-01.db"), token);
});
afterEach(() => app.remove());

async function runJob(): Promise<void> {
  const pace = { delayMs: 0, sliceMs: 0, pauseMs: 0 };
  const job = startPastCleaning({ app, leases: openLeaseStore(app.sql, app.runtime), pace });
  await expect.poll(async () => (await app.secrets.cleaningStatus()).isCurrent).toBe(true);
  await job.stop();
}

describe("startPastCleaning", () => {
  it("redacts in slices what was stored before a rule, and reports where", async () => {
    expect(filesWith(join(folder, "home"), [token]).length).toBeGreaterThan(1);
    const slice = await app.secrets.cleanNext(() => true);
    expect(slice?.position).toBeDefined();
    await runJob();
    expect(await columnsWith(app.sql, [token])).toEqual([]);
    expect(filesWith(join(folder, "home"), [token])).toEqual([]);
    const { isCurrent, last } = await app.secrets.cleaningStatus();
    expect(isCurrent).toBe(true);
    expect(last?.columns).toContainEqual({ column: "memories.content", values: 3 });
  });

  it("leaves the ids of archived events alone, which are no secrets although their field is called key", async () => {
    const said = new ClaudeTranscript("9d52e0fe-2507-4a7f-9557-1c027e71d4f4", folder).ask("Why?").say("Because.");
    await ingestTranscripts(app, said);
    const { columns } = await app.secrets.clean({ dryRun: true });
    expect(columns.map(({ column }) => column)).toEqual(["memories.content"]);
    expect(await app.secrets.scanDatabase()).not.toContainEqual(
      expect.objectContaining({ where: expect.stringContaining("session_chunks") }),
    );
  });

  it("knows that a new home has nothing to clean", async () => {
    expect((await app.secrets.cleaningStatus()).isEmpty).toBe(false);
    const fresh = await testApp();
    expect((await fresh.secrets.cleaningStatus()).isEmpty).toBe(true);
    await fresh.remove();
  });

  it("begins again when the rules change, and not otherwise", async () => {
    await runJob();
    expect(await app.secrets.cleanNext(() => false)).toBeUndefined();
    await app.sql.close();
    app = await open({ "redaction.prefixes": ["acme:acme_live_"] });
    expect((await app.secrets.cleaningStatus()).isCurrent).toBe(false);
    await runJob();
    expect((await app.secrets.cleaningStatus()).isCurrent).toBe(true);
  });
});
