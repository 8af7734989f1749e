import { expect, it } from "vitest";
import { hashEmbedder } from "../../../test/support/hash-embedder.js";
import { fixedRuntime } from "../../base/runtime.js";
import { embedNext } from "../../domain/search/vectors/embed-documents.js";
import { openSqlite } from "../../engine/sqlite/open-sqlite.js";
import { migrate } from "../migrate.js";
import { migrations } from "../migrations/index.js";
import { openBinaryCodeBlocks } from "./binary-code-blocks.js";
import { searchDocument } from "./search-document.js";
import { openSearchIndex } from "./search-index.js";
import { openVectorStore } from "./vector-store.js";

const embedder = hashEmbedder("one");
const createNote = (id: string) =>
  searchDocument({ id, kind: "note", project: "shop", source: id, at: "2026-01-02T03:04:05.000Z", body: `text ${id}` });

it("packs binary codes into blocks, and rebuilds them when many are gone", async () => {
  const sql = await openSqlite(":memory:");
  await migrate(sql, fixedRuntime(), migrations);
  const [index, vectors, blocks] = [openSearchIndex(sql), openVectorStore(sql), openBinaryCodeBlocks(sql, 2)];
  await index.put("t", ["a", "b", "c", "d", "e"].map(createNote));
  await embedNext(vectors, embedder, 9);
  const codes = await vectors.codesAfter("one", 0, 9);
  expect([await blocks.pack("one"), await blocks.pack("one"), await blocks.pack("one")]).toEqual([true, true, false]);
  const packed = await blocks.after("one", 0, 9);
  expect(packed.flatMap(({ seqs }) => [...seqs])).toEqual(codes.slice(0, 4).map(({ seq }) => seq));
  expect(packed[0]?.origins).toEqual([{ tenant: "t", kind: "note", project: "shop" }]);
  expect([...(packed[0]?.binaryCodes ?? [])]).toEqual(codes.slice(0, 2).flatMap((code) => [...code.codes]));
  await index.remove("t", ["e", "d", "c"]);
  expect(await blocks.pack("one")).toBe(true);
  const rebuilt = await blocks.after("one", 0, 9);
  expect(rebuilt.flatMap(({ seqs }) => [...seqs])).toEqual(codes.slice(3).map(({ seq }) => seq));
  await sql.close();
});
