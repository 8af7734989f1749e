import type { Sql, SqlRow, SqlSession } from "../../engine/sql.js";
import type { IndexedVector, VectorIndex } from "../../engine/vector-index.js";
import { selectNumber, sqlPlaceholders } from "../sql-text.js";
import { openBinaryCodeBlocks, type VectorOrigin } from "./binary-code-blocks.js";
import { type DocumentRow, type IndexedDocument, toDocument } from "./document-row.js";
import { addRange, type DocRange, formatRanges, gapsOf, isOpen, parseRanges } from "./embedded-ranges.js";
import { openEmbeddingQueue } from "./embedding-queue.js";
import { paddedList } from "./padded-list.js";
import { type SearchFilter, searchCondition } from "./search-filter.js";
import { readState, writeState } from "./search-state.js";

export interface StoredVector {
  readonly docId: number;
  readonly passage: number;
  readonly codes: Uint8Array;
  readonly int8: Uint8Array;
  readonly scale: number;
  /** Binary codes of the document's tokens, with its first passage; none where tokens are not matched. */
  readonly tokens?: Uint8Array | undefined;
}

/** A vector's data for the scan over all vectors. */
export interface VectorCode extends VectorOrigin {
  readonly seq: number;
  readonly docId: number;
  readonly codes: Uint8Array;
}

/** A vector's data for the exact comparison. */
export interface Int8Vector extends Pick<StoredVector, "docId" | "int8" | "scale"> {
  readonly seq: number;
}

type NearestSeqs = (
  model: string,
  query: Float32Array,
  tenant: string,
  filter: SearchFilter,
  limit: number,
) => Promise<number[]>;

/** Vectors of documents, several for a long one, by the model that made them. */
export type VectorStore = ReturnType<typeof openVectorStore>;

/** How far back records that were just written are looked for. */
const newestSpan = 64;
/** The kind of document whose title is a symbol. */
const symbolKind = "code";

export function openVectorStore(sql: Sql) {
  const { ownRows, bytes, vectors: index } = sql.dialect;
  const vectorKey = sql.dialect.isKeyedByTenant ? "tenant, nr, model, passage" : "nr, model, passage";
  const rangesOf = async (session: SqlSession, model: string) =>
    parseRanges(await readState(session, `embedded:${model}`));

  const queue = index && openEmbeddingQueue(sql, index);
  const blocks = sql.dialect.isKeyedByTenant ? undefined : openBinaryCodeBlocks(sql);

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
        vectors.map((vector) => toIndexed(model, vector)),
      );
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
        const text = `SELECT * FROM search_documents WHERE ${ownRows} AND nr BETWEEN ? AND ? ORDER BY nr DESC LIMIT ?`;
        // Records that are being added concurrently may become visible after later ones: in a transaction there are none.
        const rows = sql.dialect.isKeyedByTenant
          ? await sql.transaction((session) => session.all<DocumentRow>(text, [from, to, limit]))
          : await sql.all<DocumentRow>(text, [from, to, limit]);
        const documents = rows.map(toDocument);
        const [newest, oldest] = [documents[0], documents.at(-1)];
        if (newest === undefined || oldest === undefined) continue;
        const first = documents.length < limit ? from : oldest.docId;
        return { documents, range: { from: first, to: isOpen(to) ? newest.docId : to } };
      }
      return { documents: [], range: { from: 0, to: 0 } };
    },

    /** Records among the newest documents that have no vectors yet, whatever else is pending. */
    async newestPending(model: string, kinds: readonly string[], limit: number): Promise<IndexedDocument[]> {
      const rows = await sql.all<DocumentRow>(
        `SELECT * FROM search_documents WHERE ${ownRows} AND nr > (SELECT max(nr) FROM search_documents) - ?
           AND kind IN (${sqlPlaceholders(kinds)})
           AND NOT EXISTS (SELECT 1 FROM search_vectors v WHERE v.nr = search_documents.nr AND v.model = ?)
         ORDER BY nr DESC LIMIT ?`,
        [newestSpan, ...kinds, model, limit],
      );
      return rows.map(toDocument);
    },

    /** The next documents with a symbol whose name has no vector yet, and the last document that was looked at. */
    async pendingSymbols(
      model: string,
      limit: number,
    ): Promise<{ documents: IndexedDocument[]; last: number | undefined }> {
      const after = Number((await readState(sql, `symbols:${model}`)) ?? 0);
      // First, so that documents written meanwhile are left to the next call.
      const [newest] = await sql.all<{ nr: number | null }>(
        `SELECT max(nr) AS nr FROM search_documents WHERE ${ownRows} AND nr > ?`,
        [after],
      );
      if (newest?.nr == null) return { documents: [], last: undefined };
      const rows = await sql.all<DocumentRow>(
        `SELECT * FROM search_documents WHERE ${ownRows} AND nr > ? AND nr <= ? AND kind = ? AND title <> '' ORDER BY nr LIMIT ?`,
        [after, newest.nr, symbolKind, limit],
      );
      const documents = rows.map(toDocument);
      return { documents, last: documents.length < limit ? Number(newest.nr) : documents.at(-1)?.docId };
    },

    /** Stores the vectors of names, and that those of all documents up to this id are stored. */
    addSymbols: (model: string, vectors: readonly StoredVector[], last: number): Promise<void> =>
      sql.transaction(async (session) => {
        await insertVectors(session, model, vectors);
        await writeState(session, `symbols:${model}`, String(last));
      }),

    async countPending(model: string): Promise<number> {
      const gaps = gapsOf(await rangesOf(sql, model));
      const where = gaps.map(() => "nr BETWEEN ? AND ?").join(" OR ");
      const text = `SELECT count(*) AS n FROM search_documents WHERE ${ownRows} AND (${where})`;
      return selectNumber(
        sql,
        text,
        gaps.flatMap(({ from, to }) => [from, to]),
      );
    },

    /** Vectors added after `seq`, in order. */
    async codesAfter(model: string, seq: number, limit: number): Promise<VectorCode[]> {
      const rows = await sql.all<CodeRow>(
        `SELECT v.seq AS seq, v.nr AS nr, v.codes AS codes, d.tenant AS tenant, d.kind AS kind, d.project AS project
         FROM search_vectors v JOIN search_documents d ON d.nr = v.nr
         WHERE v.seq > ? AND v.model = ? ORDER BY v.seq LIMIT ?`,
        [seq, model, limit],
      );
      return rows.map((row) => ({ ...row, seq: Number(row.seq), docId: Number(row.nr) }));
    },

    async readInt8(seqs: readonly number[]): Promise<Int8Vector[]> {
      if (seqs.length === 0) return [];
      const padded = paddedList(seqs);
      const text = `SELECT seq, nr, steps, step FROM search_vectors WHERE ${ownRows} AND seq IN (${sqlPlaceholders(padded)})`;
      return (await sql.all<Int8Row>(text, padded)).map(toInt8);
    },

    /** All vectors of these documents. */
    async readInt8Of(model: string, docIds: readonly number[]): Promise<Int8Vector[]> {
      if (docIds.length === 0) return [];
      const padded = paddedList(docIds);
      const text = `SELECT seq, nr, steps, step FROM search_vectors WHERE ${ownRows} AND nr IN (${sqlPlaceholders(padded)}) AND model = ?`;
      return (await sql.all<Int8Row>(text, [...padded, model])).map(toInt8);
    },

    /** Binary codes of the tokens of these documents, by document; those without are left out. */
    async readTokens(model: string, docIds: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
      if (docIds.length === 0) return new Map();
      const padded = paddedList(docIds);
      const rows = await sql.all<{ nr: number; tokens: Uint8Array }>(
        `SELECT nr, tokens FROM search_vectors WHERE ${ownRows} AND nr IN (${sqlPlaceholders(padded)}) AND model = ?
           AND passage = 0 AND tokens IS NOT NULL`,
        [...padded, model],
      );
      return new Map(rows.map(({ nr, tokens }) => [Number(nr), tokens]));
    },

    count: (model: string): Promise<number> =>
      selectNumber(sql, `SELECT count(*) AS n FROM search_vectors WHERE ${ownRows} AND model = ?`, [model]),

    async hasAny(model: string): Promise<boolean> {
      const text = `SELECT 1 AS x FROM search_vectors WHERE ${ownRows} AND model = ? LIMIT 1`;
      return (await sql.all(text, [model])).length > 0;
    },

    /** Keys of the nearest vectors, where the database finds them; absent where the process scans them in memory. */
    nearest: index && nearestBy(sql, index),
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
          const others = `DELETE FROM search_state WHERE ${ownRows} AND name LIKE ? AND name <> ?`;
          await session.run(others, [`${state}:%`, `${state}:${model}`]);
        }
        if (blocks) await session.run("DELETE FROM search_sign_blocks WHERE model <> ?", [model]);
        return session.run(`DELETE FROM search_vectors WHERE ${ownRows} AND model <> ?`, [model]);
      }),
  };
}

const nearestBy =
  (sql: Sql, index: VectorIndex<SqlSession>): NearestSeqs =>
  async (model, query, tenant, filter, limit) => {
    if (!(await index.isAvailable(sql))) return [];
    const { text, params } = searchCondition(tenant, filter);
    return index.nearest(sql, { model, query, where: text, params, limit });
  };

const toIndexed = (model: string, { docId, passage, int8, scale }: StoredVector): IndexedVector => ({
  docId: docId,
  model,
  passage,
  vector: Float32Array.from(new Int8Array(int8.buffer, int8.byteOffset, int8.length), (value) => value * scale),
});

const toInt8 = ({ seq, nr, steps, step }: Int8Row): Int8Vector => ({
  seq: Number(seq),
  docId: Number(nr),
  int8: steps,
  scale: step,
});

type CodeRow = SqlRow & Omit<VectorCode, "docId"> & { readonly nr: number };
type Int8Row = SqlRow & {
  readonly seq: number;
  readonly nr: number;
  readonly steps: Uint8Array;
  readonly step: number;
};
