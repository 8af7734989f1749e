import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../src/base/runtime.js";
import { forget } from "../src/commands/archive/forget.js";
import { receiptLine } from "../src/domain/receipts/receipt.js";
import { ClaudeTranscript } from "./support/claude-transcript.js";
import { ingestTranscripts } from "./support/ingest-transcripts.js";
import { type TestApp, testApp } from "./support/test-app.js";

/** Words that occur nowhere else, and are long enough to be in the index as they are. */
const sentence = "The quokkaferry deploys through zanzibarlock before the marmosetgate opens.";
const words = ["quokkaferry", "zanzibarlock", "marmosetgate"];

let folder: string;
let app: TestApp;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "throughline-forget-"));
  const home = join(folder, "home");
  await mkdir(join(home, "receipts"), { recursive: true });
  app = await testApp({}, undefined, {}, { folder, runtime: fixedRuntime(), database: join(home, "throughline.db") });
});
afterEach(() => app.remove());

/** Every file of the home that has one of the words in its bytes. */
async function filesWithWords(): Promise<string[]> {
  const entries = await readdir(join(folder, "home"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const file of files) {
    const bytes = await readFile(file);
    if (words.some((word) => bytes.includes(word))) found.push(file.slice(folder.length + 1));
  }
  return found;
}

const quoteInReceipt = (session: string) =>
  writeFile(
    join(folder, "home", "receipts", "2026-01-01.jsonl"),
    receiptLine({
      at: "2026-01-01T00:00:00.000Z",
      agent: "claude",
      session,
      event: "x",
      folder,
      tokens: 9,
      text: `Memory: ${sentence}`,
    }),
  );

describe("forgetting", () => {
  it("leaves no byte of a session in the home", async () => {
    await ingestTranscripts(app, new ClaudeTranscript("s1", app.folder).ask(sentence).say(`Understood: ${sentence}`));
    await quoteInReceipt("another");
    const before = await filesWithWords();
    expect(before.some((file) => file.includes("throughline.db"))).toBe(true);
    expect(before.some((file) => file.includes("receipts"))).toBe(true);
    await forget.run({ session: "s1" }, app);
    expect(await filesWithWords()).toEqual([]);
  });

  it("leaves no byte of a memory in the home", async () => {
    const lesson = { project: "shop", title: "Deploy order", content: sentence, tags: [], outcome: "success" } as const;
    const memory = await app.memories.record(app.call, lesson);
    await quoteInReceipt("another");
    expect((await filesWithWords()).length).toBeGreaterThanOrEqual(2);
    await app.memories.forget(app.call, memory.id);
    expect(await filesWithWords()).toEqual([]);
  });
});
