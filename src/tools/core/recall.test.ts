import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
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
    ...{
      project_id: app.folder,
      title: "Pin the walrus port",
      content: "The walrus test needs port 4100.",
      outcome: "success",
    },
  });
  await call("remediation_record", {
    ...{
      title: "Walrus refuses",
      problem: "Error: walrus 7 refused",
      root_cause: "Stale lock",
      solution: "Delete the lock.",
    },
    ...{ category: "runtime", scope: "project", project_path: app.folder, failed_attempts: ["Restarting it"] },
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

  it("names an id that does not exist", async () => {
    await expect(read("memory/mem_none")).rejects.toThrow("Not found: memory/mem_none.");
  });
});
