import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { ClaudeTranscript } from "../../../test/support/claude-transcript.js";
import { ingestTranscripts } from "../../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { searchDocument } from "../../store/search/search-document.js";

interface Hit {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly file?: string;
}

let app: TestApp;
let call: ReturnType<typeof callAs>;
beforeEach(async () => {
  app = await testApp();
  call = callAs(app);
  await call("memory_record", {
    project_id: app.folder,
    title: "Pin the walrus port",
    content: "The walrus test needs port 4100.",
    outcome: "success",
  });
  await call("remediation_record", {
    title: "Walrus refuses",
    problem: "Error: walrus 7 refused",
    root_cause: "Stale lock",
    solution: "Delete the lock.",
    category: "runtime",
    scope: "project",
    project_path: app.folder,
    failed_attempts: ["Restarting it"],
  });
  await call("context_add_knowledge", { key: "walrus", content: "The walrus service owns the ice." });
  await call("context_record_decision", { title: "Use a walrus", decision: "One walrus per region." });
});
afterEach(() => app.remove());

const recall = async (input: object) => {
  const answer = await call("recall", input);
  return { hits: answer.hits as Hit[], notice: answer.notice as string | undefined };
};
const kinds = (hits: readonly Hit[]) => new Set(hits.map(({ kind }) => kind));

describe("recall", () => {
  it("says of a memory that was replaced that it no longer holds", async () => {
    const { memories } = await call("memory_list", { project_id: app.folder });
    const [{ id }] = memories as [{ id: string }];
    await call("memory_update", { memory_id: id, content: "The walrus test needs port 4200." });
    const { hits } = (await call("recall", { query: "walrus port", kinds: ["memory"] })) as { hits: Hit[] };
    expect(hits.map(({ title }) => title)).toEqual(["Pin the walrus port", "Pin the walrus port (no longer holds)"]);
  });

  it("finds records of every family, and narrows them by kind", async () => {
    expect(kinds((await recall({ query: "walrus" })).hits)).toEqual(
      new Set(["memory", "fix", "knowledge", "decision"]),
    );
    expect(kinds((await recall({ query: "walrus", kinds: ["fix", "decision"] })).hits)).toEqual(
      new Set(["fix", "decision"]),
    );
  });

  it("shows with the first hit what was said next, which may correct it", async () => {
    const transcript = new ClaudeTranscript("a", app.folder)
      .ask("How long may a penguin slide be?")
      .say("The longest penguin slide is twelve metres, so twelve is a good limit.")
      .ask("no, nine. the fence stands there")
      .say("Then nine metres, and longer ones are refused.");
    await ingestTranscripts(app, transcript);
    const [first] = (await call("recall", { query: "limit of the penguin slide" })).hits as { snippet: string }[];
    expect(first?.snippet).toMatch(/twelve metres.*Then "no, nine. the fence stands there" → Then nine metres/);
  });

  it("finds code with its file and line", async () => {
    await mkdir(join(app.folder, "src"));
    await writeFile(
      join(app.folder, "src", "ice.ts"),
      "// The ice.\n\nexport function meltWalrusIce() {\n  return 1;\n}\n",
    );
    await call("repository_index", { path: app.folder });
    const { hits } = await recall({ query: "melt walrus ice", kinds: ["code"] });
    expect(hits[0]).toMatchObject({
      kind: "code",
      title: "meltWalrusIce",
      file: expect.stringMatching(/^src\/ice\.ts:\d$/),
    });
  });

  it("prefers this project, and says when only others match", async () => {
    const other = { kind: "knowledge", project: "elsewhere", source: "x", at: "2026-01-01T00:00:00.000Z" };
    await app.search.index.put("local", [
      searchDocument({
        ...other,
        id: "knowledge/elsewhere/narwhal",
        title: "narwhal",
        body: "The narwhal and the walrus.",
      }),
    ]);
    expect((await recall({ query: "walrus", kinds: ["knowledge"] })).hits.map(({ title }) => title)).toEqual([
      "walrus",
    ]);
    expect((await recall({ query: "walrus", kinds: ["knowledge"], project: "all" })).hits).toHaveLength(2);
    const { hits, notice } = await recall({ query: "narwhal" });
    expect([hits[0]?.title, notice]).toEqual(["narwhal", expect.stringContaining("other projects")]);
  });

  it("says how much was searched, and what to try, when nothing matches", async () => {
    const { hits, notice } = await recall({ query: "quarterly budget zyzzyva" });
    expect(hits).toEqual([]);
    expect(notice).toMatch(/^Nothing relevant in \d+ documents\. Try /);
  });

  it("finds a checkpoint, which recall_read returns with its context", async () => {
    const state = {
      session_id: "s1",
      project_path: app.folder,
      summary: "Walrus half fed.",
      context: "Next: the flippers.",
    };
    const { id } = await call("checkpoint_save", state);
    const [hit] = (await recall({ query: "walrus half fed", kinds: ["checkpoint"] })).hits;
    expect(hit).toMatchObject({ id: `checkpoint/${id}`, title: "Walrus half fed." });
    expect((await call("recall_read", { id })).text).toContain("Next: the flippers.");
  });

  it("answers an empty query with what a session receives at its start and the newest checkpoint", async () => {
    for (const summary of ["Walrus born.", "Walrus half fed."]) await call("checkpoint_save", { summary });
    const answer = await call("recall", {});
    expect(answer.brief).toContain("Walrus half fed.");
    expect((answer.hits as Hit[]).map(({ title }) => title)).toEqual(["Walrus half fed."]);
    const { hits } = await recall({ kinds: ["checkpoint"] });
    expect(hits.map(({ title }) => title)).toEqual(["Walrus half fed.", "Walrus born."]);
  });

  it.each(["latest checkpoint", "continue where the last agent stopped"])(
    "finds the newest state: %s",
    async (query) => {
      for (const summary of ["Walrus born.", "Walrus half fed."]) await call("checkpoint_save", { summary });
      expect((await recall({ query })).hits[0]?.title).toBe("Walrus half fed.");
    },
  );

  it("refuses dates that are not dates", async () => {
    await expect(recall({ query: "walrus", since: "yesterday" })).rejects.toThrow("2026-01-31");
  });
});

describe("recall_read", () => {
  const read = async (id: string) => String((await call("recall_read", { id })).text);

  it("reads every hit by its id", async () => {
    for (const { id, title } of (await recall({ query: "walrus" })).hits)
      expect((await call("recall_read", { id })).title).toBe(title);
  });

  it("reads a fix whole, also by the id of the record", async () => {
    const [hit] = (await recall({ query: "walrus", kinds: ["fix"] })).hits;
    expect(await read(hit?.id.split("/")[1] ?? "")).toContain("Did not help: Restarting it");
  });

  it("reads an entry of this project by its key", async () => {
    expect(await read("knowledge/walrus")).toContain("owns the ice");
  });

  it("pages through a long text", async () => {
    await call("context_add_knowledge", { key: "long", content: "ice ".repeat(10_000) });
    const first = await call("recall_read", { id: "knowledge/long" });
    const rest = await call("recall_read", { id: "knowledge/long", offset: first.next_offset });
    expect(`${first.text}${rest.text}`.length).toBe(first.total_chars);
  });

  it("reads a record by the beginning of its id, and lists the candidates if several begin so", async () => {
    const { memories } = await call("memory_list", { project_id: app.folder });
    const [{ id }] = memories as [{ id: string }];
    expect(await read(id.slice(0, 14))).toContain("port 4100");
    await call("memory_record", { content: "The walrus eats at noon.", title: "Feed the walrus" });
    await expect(call("recall_read", { id: "mem_" })).rejects.toMatchObject({
      problem: "conflict",
      hint: expect.stringMatching(/mem_\w{10} {2}Pin the walrus port[\s\S]*Feed the walrus/),
    });
  });

  it("reads a session by the beginning of its id, and an exchange by that of its key", async () => {
    const said = new ClaudeTranscript("5e551011-aaaa", app.folder)
      .ask("Where does the walrus sleep?")
      .say("The walrus sleeps on the ice floe in the north.")
      .ask("And the narwhal?")
      .say("The narwhal sleeps in the water.");
    await ingestTranscripts(app, said);
    expect(await read("5e551011")).toMatch(/ice floe[\s\S]*in the water/);
    const [exchange] = (await call("search_archive", { query: "narwhal" })).results as [{ id: string }];
    expect(exchange.id).toMatch(/^5e551011\/.{1,6}$/);
    expect(await read(exchange.id)).toMatch(/^And the narwhal\?\s+The narwhal sleeps in the water\.$/);
  });

  it("reads code by its file", async () => {
    await mkdir(join(app.folder, "src"));
    await writeFile(join(app.folder, "src", "ice.ts"), "export function meltWalrusIce() {\n  return 1;\n}\n");
    await call("repository_index", { path: app.folder });
    const { hits } = await recall({ query: "melt walrus ice", kinds: ["code"] });
    expect(hits[0]?.id).toMatch(/^src\/ice\.ts#/);
    expect(await read(hits[0]?.id ?? "")).toContain("meltWalrusIce");
  });

  it("names an id that does not exist", async () => {
    await expect(read("memory/mem_none")).rejects.toThrow("Not found: memory/mem_none.");
  });
});
