import type { Sql, SqlSession } from "../../engine/sql.js";
import { countRows, deleteRows, paddedList, selectColumn, selectRows } from "../rows.js";
import { openBinaryCodeBlocks, type VectorOrigin } from "./binary-code-blocks.js";
import { type IndexedDocument, readDocuments } from "./document-row.js";
import { addRange, type DocRange, formatRanges, gapsOf, isOpen, parseRanges } from "./embedded-ranges.js";
import { openEmbeddingQueue } from "./embedding-queue.js";
import { type SearchFilter, searchCondition } from "./search-filter.js";
import { readState, writeState } from "./search-state.js";

export interface StoredVector {
  readonly docId: number;
  readonly passage: number;
  readonly codes: Uint8Array;
  readonly int8: Uint8Array;
  readonly scale: number;
  /** Binary codes of the document's tokens, with its first passage; none where tokens are not matched. */
  readonly tokens?: Uint8Array | null | undefined;
}

/** A vector's data for the scan over all vectors. */
export type VectorCode = VectorOrigin & { readonly seq: number; readonly docId: number; readonly codes: Uint8Array };

/** A vector's data for the exact comparison. */
export type Int8Vector = { readonly seq: number } & Pick<StoredVector, "docId" | "int8" | "scale">;

/** Vectors of documents, several for a long one, by the model that made them. */
export type VectorStore = ReturnType<typeof openVectorStore>;

/** How far back records that were just written are looked for. */
const newestSpan = 64;
/** The kind of document whose title is a symbol. */
const symbolKind = "code";

export function openVectorStore(sql: Sql) {
  const { ownRows, bytes, isKeyedByTenant, vectors: index } = sql.dialect;
  const own = { [ownRows]: true } as const;
  const vectorKey = isKeyedByTenant ? "tenant, nr, model, passage" : "nr, model, passage";
  const rangesOf = async (session: SqlSession, model: string) =>
    parseRanges(await readState(session, `embedded:${model}`));

  const queue = index && openEmbeddingQueue(sql, index);
  const blocks = isKeyedByTenant ? undefined : openBinaryCodeBlocks(sql);

  const insertVectors = async (session: SqlSession, model: string, vectors: readonly StoredVector[]) => {
    for (const { docId, passage, codes, int8, scale, tokens = null } of vectors) {
      // Inserts nothing for a document that was removed meanwhile. A vector of before tokens were matched gets them.
      await session.run(
        `INSERT INTO search_vectors (nr, model, passage, codes, steps, step, tokens)
             SELECT nr, ?, CAST(? AS BIGINT), ?, ?, CAST(? AS DOUBLE PRECISION), CAST(? AS ${bytes})
             FROM search_documents WHERE ${ownRows} AND nr = ?
             ON CONFLICT (${vectorKey}) DO UPDATE SET tokens = excluded.tokens WHERE search_vectors.tokens IS NULL`,
        [model, passage, codes, int8, scale, tokens, docId],
      );
    }
    if (index && (await index.isAvailable(session)))
      await index.insert(
        session,
        vectors.map(({ docId, passage, int8, scale }) => {
          const values = new Int8Array(int8.buffer, int8.byteOffset, int8.length);
          return { docId, model, passage, vector: Float32Array.from(values, (value) => value * scale) };
        }),
      );
  };

  const readInt8By = async (column: "seq" | "nr", values: readonly number[], model?: string): Promise<Int8Vector[]> => {
    if (values.length === 0) return [];
    const where = { ...own, [column]: paddedList(values), model };
    return selectRows<Int8Vector>(sql, `seq, nr AS "docId", steps AS "int8", step AS scale FROM search_vectors`, where);
  };

  return {
    /** Where several processes embed documents together. */
    queue,

    /** Stores the vectors of claimed documents, and removes these from the queue. */
    addClaimed: (model: string, vectors: readonly StoredVector[], docIds: readonly number[]): Promise<void> =>
      sql.transaction(
        async (session) => {
          await insertVectors(session, model, vectors);
          await queue?.remove(session, docIds);
        },
        `embedding ${docIds.join(" ")}`,
      ),

    /** Stores vectors and, with `done`, that all documents of this range are embedded. */
    add: (model: string, vectors: readonly StoredVector[], done?: DocRange): Promise<void> =>
      sql.transaction(async (session) => {
        await insertVectors(session, model, vectors);
        if (done === undefined) return;
        await writeState(session, `embedded:${model}`, formatRanges(addRange(await rangesOf(session, model), done)));
      }),

    /** The newest documents that have no vectors yet, and the range that is embedded once these are. */
    async pending(model: string, limit: number): Promise<{ documents: IndexedDocument[]; range: DocRange }> {
      for (const { from, to } of gapsOf(await rangesOf(sql, model))) {
        const read = (session: SqlSession) =>
          readDocuments(session, { ...own, "nr BETWEEN ? AND ?": [from, to] }, "ORDER BY nr DESC LIMIT ?", limit);
        // Records that are being added concurrently may become visible after later ones: in a transaction there are none.
        const documents = await (isKeyedByTenant ? sql.transaction(read) : read(sql));
        const [newest, oldest] = [documents[0], documents.at(-1)];
        if (newest === undefined || oldest === undefined) continue;
        const first = documents.length < limit ? from : oldest.docId;
        return { documents, range: { from: first, to: isOpen(to) ? newest.docId : to } };
      }
      return { documents: [], range: { from: 0, to: 0 } };
    },

    /** Records among the newest documents that have no vectors yet, whatever else is pending. */
    newestPending(model: string, kinds: readonly string[], limit: number): Promise<IndexedDocument[]> {
      const where = {
        ...own,
        kind: kinds,
        "nr > (SELECT max(nr) FROM search_documents) - ?": newestSpan,
        "NOT EXISTS (SELECT 1 FROM search_vectors v WHERE v.nr = search_documents.nr AND v.model = ?)": model,
      };
      return readDocuments(sql, where, "ORDER BY nr DESC LIMIT ?", limit);
    },

    /** The next documents with a symbol whose name has no vector yet, and the last document that was looked at. */
    async pendingSymbols(model: string, limit: number) {
      const after = Number((await readState(sql, `symbols:${model}`)) ?? 0);
      // First, so that documents written meanwhile are left to the next call.
      const newestText = `SELECT max(nr) AS nr FROM search_documents WHERE ${ownRows} AND nr > ?`;
      const [newest] = await selectColumn<number | null>(sql, newestText, [after]);
      if (newest == null) return { documents: [], last: undefined };
      const where = { ...own, "nr >": after, "nr <=": newest, kind: symbolKind, "title <>": "" };
      const documents = await readDocuments(sql, where, "ORDER BY nr LIMIT ?", limit);
      return { documents, last: documents.length < limit ? newest : documents.at(-1)?.docId };
    },

    /** Stores the vectors of names, and that those of all documents up to this id are stored. */
    addSymbols: (model: string, vectors: readonly StoredVector[], last: number): Promise<void> =>
      sql.transaction(async (session) => {
        await insertVectors(session, model, vectors);
        await writeState(session, `symbols:${model}`, String(last));
      }),

    async countPending(model: string): Promise<number> {
      const gaps = gapsOf(await rangesOf(sql, model));
      const isInGap = `(${gaps.map(() => "nr BETWEEN ? AND ?").join(" OR ")})`;
      const ends = gaps.flatMap(({ from, to }) => [from, to]);
      return countRows(sql, "search_documents", { ...own, [isInGap]: ends });
    },

    /** Vectors added after `seq`, in order. */
    codesAfter: (model: string, seq: number, limit: number): Promise<VectorCode[]> =>
      sql.all<VectorCode>(
        `SELECT v.seq AS seq, v.nr AS "docId", v.codes AS codes, d.tenant AS tenant, d.kind AS kind, d.project AS project
         FROM search_vectors v JOIN search_documents d ON d.nr = v.nr
         WHERE v.seq > ? AND v.model = ? ORDER BY v.seq LIMIT ?`,
        [seq, model, limit],
      ),

    readInt8: (seqs: readonly number[]) => readInt8By("seq", seqs),
    /** All vectors of these documents. */
    readInt8Of: (model: string, docIds: readonly number[]) => readInt8By("nr", docIds, model),

    /** Binary codes of the tokens of these documents, by document; those without are left out. */
    async readTokens(model: string, docIds: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
      if (docIds.length === 0) return new Map();
      const where = { ...own, nr: paddedList(docIds), model, passage: 0, "tokens IS NOT NULL": true } as const;
      const rows = await selectRows<{ nr: number; tokens: Uint8Array }>(sql, "nr, tokens FROM search_vectors", where);
      return new Map(rows.map(({ nr, tokens }) => [nr, tokens]));
    },

    count: (model: string) => countRows(sql, "search_vectors", { ...own, model }),

    async hasAny(model: string): Promise<boolean> {
      const text = `SELECT 1 AS x FROM search_vectors WHERE ${ownRows} AND model = ? LIMIT 1`;
      return (await sql.all(text, [model])).length > 0;
    },

    /** Keys of the nearest vectors, where the database finds them; absent where the process scans them in memory. */
    nearest:
      index &&
      (async (
        model: string,
        query: Float32Array,
        tenant: string,
        filter: SearchFilter,
        limit: number,
      ): Promise<number[]> => {
        if (!(await index.isAvailable(sql))) return [];
        const { text, params } = searchCondition(tenant, filter);
        return index.nearest(sql, { model, query, where: text, params, limit });
      }),
    /** Blocks of binary codes, where the process scans them in memory. */
    blocks,
    /** A scan over binary codes, where the process scans them in memory. */
    createHammingScan: sql.dialect.createHammingScan,

    /** Adds to how many documents were embedded on battery on this day; returns all of that day. */
    countOnBattery: (day: string, added: number): Promise<number> =>
      sql.transaction(async (session) => {
        const [countedOn, before] = ((await readState(session, "embedding.battery")) ?? "").split(" ");
        const count = (countedOn === day ? Number(before) : 0) + added;
        await writeState(session, "embedding.battery", `${day} ${count}`);
        return count;
      }),

    /** Removes the vectors of every other model. */
    forgetOthers: (model: string): Promise<number> =>
      sql.transaction(async (session) => {
        for (const state of ["embedded", "symbols"]) {
          const others = { ...own, "name LIKE ?": `${state}:%`, "name <>": `${state}:${model}` };
          await deleteRows(session, "search_state", others);
        }
        if (blocks) await deleteRows(session, "search_sign_blocks", { "model <>": model });
        return deleteRows(session, "search_vectors", { ...own, "model <>": model });
      }),
  };
}
