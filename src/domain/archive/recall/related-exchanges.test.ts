import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashEmbedder } from "../../../../test/support/hash-embedder.js";
import { fixedRuntime } from "../../../base/runtime.js";
import type { Sql } from "../../../engine/sql.js";
import { openSqlite } from "../../../engine/sqlite/open-sqlite.js";
import { documentId } from "../../../store/archive/exchange-document.js";
import { migrate } from "../../../store/migrate.js";
import { migrations } from "../../../store/migrations/index.js";
import { searchDocument } from "../../../store/search/search-document.js";
import { openSearchIndex } from "../../../store/search/search-index.js";
import { openVectorStore } from "../../../store/search/vector-store.js";
import { createSearch } from "../../search/search.js";
import { embedNext } from "../../search/vectors/embed-documents.js";
import { createRelated } from "./related-exchanges.js";

let sql: Sql;
beforeEach(async () => {
  sql = await openSqlite(":memory:");
  await migrate(sql, fixedRuntime(), migrations);
});
afterEach(() => sql.close());

const anExchange = (session: string, body: string) =>
  searchDocument({
    ...{ id: documentId(session, "k1"), kind: "exchange", project: "shop", source: session, session, body },
    ...{ at: "2026-01-02T03:04:05.000Z", reply: `answer to ${session}` },
  });

describe("related exchanges", () => {
  it("are found by a rough vector where no word is shared, and named as the archive names them", async () => {
    const [index, vectors, embedder] = [openSearchIndex(sql), openVectorStore(sql), hashEmbedder()];
    const exchanges = [anExchange("s1", "The pool ran dry."), anExchange("s2", "Sort the snapshot.")];
    await index.put("t", exchanges);
    await embedNext(vectors, embedder, 64);
    const [near] = await embedder.embed(["The pool ran dry.\nanswer to s1"]);
    const staticOnly = { ...embedder, embed: () => Promise.reject(new Error("no model")), embedStatic: () => near };
    const findRelated = createRelated(createSearch({ index, vectors, embedder: staticOnly, runtime: fixedRuntime() }));
    expect(await findRelated({ tenant: "t", project: "shop", text: "connections exhausted", limit: 3 })).toEqual([
      {
        ...{ item: "s1/k1", sessionId: "s1", at: "2026-01-02T03:04:05.000Z" },
        ...{ question: "The pool ran dry.", outcome: "answer to s1" },
      },
    ]);
    expect(await findRelated({ tenant: "t", project: "other", text: "connections exhausted", limit: 3 })).toEqual([]);
  });
});
