import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashEmbedder } from "../../../../test/support/hash-embedder.js";
import { fixedRuntime } from "../../../base/runtime.js";
import type { Sql } from "../../../engine/sql.js";
import { openSqlite } from "../../../engine/sqlite/open-sqlite.js";
import { migrate } from "../../../store/migrate.js";
import { migrations } from "../../../store/migrations/index.js";
import { searchDocument } from "../../../store/search/search-document.js";
import { openSearchIndex } from "../../../store/search/search-index.js";
import { openVectorStore } from "../../../store/search/vector-store.js";
import { embedNext } from "./embed-documents.js";
import { quantizeVector, similarity } from "./quantize-vector.js";
import { createVectorSearcher } from "./vector-searcher.js";

const embedder = hashEmbedder("hash", 128);
const note = (id: string, project = "shop") =>
  searchDocument({ id, kind: "note", project, source: id, at: "2026-01-01", body: `text of ${id}` });

let sql: Sql;
beforeEach(async () => {
  sql = await openSqlite(":memory:");
  await migrate(sql, fixedRuntime(), migrations);
});
afterEach(() => sql.close());

const embedAll = async () => {
  while ((await embedNext(openVectorStore(sql), embedder, 100)) > 0);
};
const vectorOf = async (text: string) => (await embedder.embed([text]))[0] ?? new Float32Array();

describe("createVectorSearcher", () => {
  it("finds the nearest of many, as an exhaustive comparison would", async () => {
    const ids = Array.from({ length: 1200 }, (_, i) => `n${i}`);
    await openSearchIndex(sql).put(
      "t",
      ids.map((id) => note(id)),
    );
    await embedAll();
    const searcher = createVectorSearcher(openVectorStore(sql), embedder);
    await searcher.refresh();
    const [first] = await searcher.nearest(await vectorOf("text of n77"), "t", {}, 10);
    const [document] = await openSearchIndex(sql).read("t", [first?.docId ?? 0]);
    expect(document?.id).toBe("n77");
    expect(first?.similarity).toBeCloseTo(1, 2);
    expect(searcher.size).toBe(1200);
  });

  it("sees added vectors, applies filters, and drops removed documents", async () => {
    const index = openSearchIndex(sql);
    const searcher = createVectorSearcher(openVectorStore(sql), embedder);
    const query = await vectorOf("text of b");
    const ids = async (filter = {}, tenant = "t") => {
      await searcher.refresh();
      const near = await searcher.nearest(query, tenant, filter, 10);
      return (
        await index.read(
          tenant,
          near.map(({ docId }) => docId),
        )
      ).map(({ id }) => id);
    };
    await index.put("t", [note("a")]);
    await embedAll();
    expect(await ids()).toEqual(["a"]);
    await index.put("t", [note("b", "web")]);
    await embedAll();
    expect(await ids({ project: "web" })).toEqual(["b"]);
    expect(await ids({ kinds: ["other"] })).toEqual([]);
    expect(await ids({}, "other")).toEqual([]);
    await index.remove("t", ["b"]);
    expect(await ids()).toEqual(["a"]);
  });
});

describe("quantizeVector", () => {
  it("keeps the angle within a hundredth", async () => {
    const [one, other] = [await vectorOf("one"), await vectorOf("other")];
    const exact = one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0);
    expect(similarity(quantizeVector(one, embedder.mean), other)).toBeCloseTo(exact, 2);
  });
});
