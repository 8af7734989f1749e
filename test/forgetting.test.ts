import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../src/base/runtime.js";
import type { RecordSelection } from "../src/domain/purge/purge.js";
import { receiptLine } from "../src/domain/receipts/receipt.js";
import { callTool } from "../src/surface/call-tool.js";
import { tools } from "../src/tools/catalog.js";
import { ClaudeTranscript } from "./support/claude-transcript.js";
import { commandNamed } from "./support/command-named.js";
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
    await commandNamed("forget").run({ session: "s1" }, app);
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
    await commandNamed("storage clear").run({ cache: false, all: true, project: undefined }, app);
    expect(filesWithWords()).toEqual([]);
  });
});

describe("purge", () => {
  /** One record of each kind with the words, and a memory without them. */
  const recordAll = async () => {
    await seedProject(app);
    await ingestTranscripts(app, new ClaudeTranscript("s1", app.folder).ask(sentence).say("Understood."));
    const lesson = { project: "shop", tags: [], outcome: "success" } as const;
    await app.memories.record(app.call, { ...lesson, title: "Deploy order", content: sentence });
    await app.memories.record(app.call, { ...lesson, title: "Harmless", content: "Tests run in two minutes." });
    await call("remediation_record", {
      title: "It fails",
      problem: sentence,
      root_cause: "x",
      solution: "Wait.",
      category: "runtime",
      scope: "project",
      project_path: "shop",
    });
    await call("checkpoint_save", {
      session_id: "s1",
      project_path: app.folder,
      name: "n",
      summary: sentence,
      full_state: sentence,
    });
    await call("query_repo", { repo: "api", query: sentence });
  };
  const count = (selection: RecordSelection) => app.purge.count(app.call, selection);

  it("deletes what contains the words, of every kind, and leaves no byte of it", async () => {
    await recordAll();
    const match = words[0];
    expect(await count({ match })).toEqual({ session: 1, memory: 1, fix: 1, checkpoint: 1, run: 1 });
    expect(filesWithWords()).not.toEqual([]);
    expect(await count({ match, project: "nowhere" })).toMatchObject({ session: 0, memory: 0 });
    await commandNamed("purge").run({ match }, app);
    expect(filesWithWords()).toEqual([]);
    expect(await count({ before: "2030-01-01" })).toMatchObject({ memory: 1, session: 0 });
    const [entry] = await app.access.audit.list("local", { tool: "purge" }, 1);
    expect(entry?.target).toBe("memory:1,fix:1,checkpoint:1,run:1,session:1");
  });

  it("matches what was written, not the names of fields, ids and states", async () => {
    await recordAll();
    for (const match of ["rootCause", "usageCount", "fullState", "createdAt", "candidate", "kind", '"', "mem_"])
      expect({ match, ...(await count({ match })) }).toEqual({
        ...{ match, session: 0, memory: 0, fix: 0, checkpoint: 0, run: 0 },
      });
  });

  it("matches words with quotation marks, backslashes and line breaks", async () => {
    const said = 'Write "C:\\temp" there,\nthen stop.';
    await ingestTranscripts(app, new ClaudeTranscript("s2", app.folder).ask(said).say("Done."));
    const fix = { title: "It fails", problem: said, root_cause: "x", solution: "Wait.", category: "runtime" };
    await call("remediation_record", { ...fix, scope: "project", project_path: "shop" });
    expect(await count({ match: '"C:\\temp" there,\nthen' })).toMatchObject({ session: 1, fix: 1 });
  });

  it("selects by age and by person, and refuses to select nothing", async () => {
    await recordAll();
    expect(await count({ before: "2020-01-01" })).toEqual({ session: 0, memory: 0, fix: 0, checkpoint: 0, run: 0 });
    expect(await count({ person: "test" })).toMatchObject({ memory: 2, session: 0 });
    await expect(count({})).rejects.toThrow("Nothing selected.");
  });

  it("exports what is stored of a person, recorded without the content", async () => {
    await recordAll();
    await commandNamed("storage export").run({ file: "ada.json", person: "test", includeCache: false }, app);
    const exported = JSON.parse(await readFile(join(app.folder, "ada.json"), "utf8"));
    expect(exported).toMatchObject({ memory: [{ title: "Harmless" }, { content: sentence }] });
    const entries = await app.access.audit.list("local", { tool: "export" }, 5);
    expect(JSON.stringify(entries)).not.toContain(words[0]);
    expect(entries).toHaveLength(1);
  });
});

async function call(name: string, input: object): Promise<void> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  await callTool(tool, input, app);
}
