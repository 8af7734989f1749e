import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../base/runtime.js";
import type { Sql } from "../../engine/sql.js";
import { openSqlite } from "../../engine/sqlite/open-sqlite.js";
import { migrate } from "../../store/migrate.js";
import { migrations } from "../../store/migrations/index.js";
import { searchDocument } from "../../store/search/search-document.js";
import { openSearchIndex } from "../../store/search/search-index.js";
import { openVectorStore } from "../../store/search/vector-store.js";
import { moveDatabase } from "./move-database.js";

const openEmpty = async () => {
  const sql = await openSqlite(":memory:");
  await migrate(sql, fixedRuntime(), migrations);
  return sql;
};

describe("a move from one database to another", () => {
  let [from, to]: Sql[] = [];
  const databases = () => {
    if (!from || !to) throw new Error("not opened");
    return { from, to };
  };
  beforeEach(async () => {
    [from, to] = [await openEmpty(), await openEmpty()];
    const index = openSearchIndex(from);
    for (let n = 0; n < 450; n++) {
      const facts = { kind: "memory", project: "shop", source: `s${n}`, at: "2026-01-01T00:00:00.000Z" };
      await index.put(n % 3 ? "acme" : "globex", [
        searchDocument({ ...facts, id: `d${n}`, body: `walrus number ${n}` }),
      ]);
    }
    const vector = { passage: 0, codes: new Uint8Array([1]), int8: new Uint8Array([2]), scale: 0.5 };
    await openVectorStore(from).add("m", [{ docId: 7, ...vector }], { from: 1, to: 300 });
    await from.run("INSERT INTO known_projects (tenant, id, name) VALUES ('acme', 'p', ?)", ["nul \0 in it"]);
  });
  afterEach(async () => {
    await from?.close();
    await to?.close();
  });
  const move = (changes: Partial<Parameters<typeof moveDatabase>[0]> = {}) =>
    moveDatabase({
      ...databases(),
      source: "here",
      add: false,
      progress: () => {},
      signal: new AbortController().signal,
      ...changes,
    });

  it("copies every row, its keywords and its vectors, and reports counts and checksums", async () => {
    const { tables, isWhole } = await move();
    expect(isWhole).toBe(true);
    expect(tables.find(({ table }) => table === "search_documents")).toMatchObject({ rows: 450, isEqual: true });
    const { to } = databases();
    const index = openSearchIndex(to);
    expect(await index.match("globex", { groups: [["walru"]], excluded: [], filter: {}, limit: 999 })).toHaveLength(
      150,
    );
    expect(await openVectorStore(to).readInt8Of("m", [7])).toHaveLength(1);
    expect((await openVectorStore(to).pending("m", 999)).documents.at(-1)?.docId).toBe(301);
  });

  it("resumes where it was interrupted", async () => {
    const stop = new AbortController();
    const first = await move({
      signal: stop.signal,
      progress: (done, _, message) => {
        if (message === "copying search_documents" && done >= 200) stop.abort();
      },
    });
    expect(first.isWhole).toBe(false);
    const copied: number[] = [];
    const second = await move({
      progress: (done, _, message) => void (message === "copying search_documents" && copied.push(done)),
    });
    expect(second).toMatchObject({ isResumed: true, isWhole: true });
    expect(copied.at(-1)).toBe(250);
  });

  it("refuses a target that has rows, unless `add` is set", async () => {
    const { to } = databases();
    await to.run("INSERT INTO known_projects (tenant, id, name) VALUES ('acme', 'p', 'mine')");
    await expect(move()).rejects.toMatchObject({ problem: "conflict" });
    expect(await openSearchIndex(to).size("acme")).toBe(0);
    expect(await move({ add: true })).toMatchObject({ isWhole: true });
    expect(await to.all("SELECT name FROM known_projects")).toEqual([{ name: "mine" }]);
  });

  it("reports which table differs when the source changed meanwhile", async () => {
    const { from } = databases();
    const { tables, isWhole } = await move({
      progress: (_, __, message) =>
        void (message === "copying vectors" && from.run("UPDATE known_projects SET name = 'other' WHERE id = 'p'")),
    });
    expect(isWhole).toBe(false);
    expect(tables.filter(({ isEqual }) => !isEqual).map(({ table }) => table)).toEqual(["known_projects"]);
  });
});
