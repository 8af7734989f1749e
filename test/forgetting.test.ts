import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../src/base/runtime.js";
import { forget } from "../src/commands/archive/forget.js";
import { storageClear } from "../src/commands/storage/storage-clear.js";
import { receiptLine } from "../src/domain/receipts/receipt.js";
import { callTool } from "../src/surface/call-tool.js";
import { tools } from "../src/tools/catalog.js";
import { ClaudeTranscript } from "./support/claude-transcript.js";
import { ingestTranscripts } from "./support/ingest-transcripts.js";
import { filesWith } from "./support/search-home.js";
import { seedProject } from "./support/seed-project.js";
import { type TestApp, testApp } from "./support/test-app.js";

/** Words that occur nowhere else, and are long enough to be in the index as they are. */
const sentence = "The quokkaferry deploys through zanzibarlock before the marmosetgate opens.";
const words = ["quokkaferry", "zanzibarlock", "marmosetgate"];

let folder: string;
let app: TestApp;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "throughline-forget-"));
  const home = join(folder, "home");
  for (const name of ["receipts", "backups"]) await mkdir(join(home, name), { recursive: true });
  app = await testApp({}, undefined, {}, { folder, runtime: fixedRuntime(), database: join(home, "throughline.db") });
});
afterEach(() => app.remove());

const filesWithWords = (): string[] => filesWith(join(folder, "home"), words);

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
    const before = filesWithWords();
    expect(before.some((file) => file.includes("throughline.db"))).toBe(true);
    expect(before.some((file) => file.includes("receipts"))).toBe(true);
    await forget.run({ session: "s1" }, app);
    expect(filesWithWords()).toEqual([]);
  });

  it("leaves no byte of a memory in the home", async () => {
    const lesson = { project: "shop", title: "Deploy order", content: sentence, tags: [], outcome: "success" } as const;
    const memory = await app.memories.record(app.call, lesson);
    await quoteInReceipt("another");
    expect(filesWithWords().length).toBeGreaterThanOrEqual(2);
    await app.memories.forget(app.call, memory.id);
    expect(filesWithWords()).toEqual([]);
  });

  it.each([
    ["context_add_knowledge", "context_remove_knowledge", { key: "deploy" }],
    ["context_add_convention", "context_rm_convention", { key: "deploy" }],
    ["context_add_skill", "context_remove_skill", { name: "deploy", description: "How to deploy" }],
  ] as const)("leaves no byte of what %s added in the home", async (add, remove, entry) => {
    const { description: _, ...name } = { description: "", ...entry };
    await call(add, { ...entry, content: sentence, instructions: sentence });
    await app.indexContext(app.call);
    await quoteInReceipt("another");
    await writeFile(join(folder, "home", "backups", "throughline-2026-01-01.db"), sentence);
    expect(filesWithWords().length).toBeGreaterThanOrEqual(3);
    await call(remove, name);
    expect(filesWithWords()).toEqual([]);
  });

  it("leaves no byte of a sub-agent's run in the home", async () => {
    await seedProject(app);
    await call("query_repo", { repo: "api", query: sentence });
    expect(filesWithWords()).not.toEqual([]);
    await storageClear.run({ cache: false, all: true, project: undefined }, app);
    expect(filesWithWords()).toEqual([]);
  });
});

async function call(name: string, input: object): Promise<void> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  await callTool(tool, input, app);
}
