import type { Sql, SqlRow, SqlSession } from "../../engine/sql.js";
import type { PlacedVector, VectorIndex } from "../../engine/vector-index.js";
import { sqlPlaceholders } from "../sql-placeholders.js";
import { type DocumentRow, type IndexedDocument, toDocument } from "./document-row.js";
import { paddedList } from "./padded-list.js";
import { type SearchFilter, searchCondition } from "./search-filter.js";
import { readState, writeState } from "./search-state.js";
import { openSignBlocks, type SignBlocks, type VectorOrigin } from "./sign-blocks.js";

export interface KeptVector {
  readonly nr: number;
  readonly passage: number;
  readonly codes: Uint8Array;
  readonly steps: Uint8Array;
  readonly step: number;
}

/** What a scan over all vectors needs to know of one. */
export interface VectorCode extends VectorOrigin {
  readonly seq: number;
  readonly nr: number;
  readonly codes: Uint8Array;
}

/** What an exact comparison needs. */
export interface VectorSteps extends Pick<KeptVector, "nr" | "steps" | "step"> {
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
export interface VectorStore {
  /** Keeps vectors and remembers that all documents up to `nr` are done. */
  add(model: string, vectors: readonly KeptVector[], doneNr: number): Promise<void>;
  /** The next documents that have no vectors yet. */
  pending(model: string, limit: number): Promise<IndexedDocument[]>;
  countPending(model: string): Promise<number>;
  /** Vectors added after `seq`, in order. */
  codesAfter(model: string, seq: number, limit: number): Promise<VectorCode[]>;
  steps(seqs: readonly number[]): Promise<VectorSteps[]>;
  /** All vectors of these documents. */
  stepsOf(model: string, nrs: readonly number[]): Promise<VectorSteps[]>;
  count(model: string): Promise<number>;
  hasAny(model: string): Promise<boolean>;
  /** Keys of the nearest vectors, where the database finds them; undefined where a process has to look for itself. */
  readonly nearest: NearestSeqs | undefined;
  /** Tenants whose documents wait; undefined where they wait in one line. */
  tenantsWaiting(model: string): Promise<readonly string[] | undefined>;
  /** The signs of many vectors at once, where a process looks for itself. */
  readonly blocks: SignBlocks | undefined;
  /** Removes the vectors of every other model. */
  forgetOthers(model: string): Promise<number>;
}

export function openVectorStore(sql: Sql): VectorStore {
  const { ownRows: own, vectors: index } = sql.dialect;
  const doneNr = async (model: string) => Number((await readState(sql, `embedded:${model}`)) ?? 0);
  const counted = async (text: string, params: (string | number)[]) =>
    Number((await sql.all<{ n: number }>(text, params))[0]?.n ?? 0);

  const blocks = sql.dialect.isKeyedByTenant ? undefined : openSignBlocks(sql);

  return {
    add: (model, vectors, done) =>
      sql.transaction(async (session) => {
        for (const { nr, passage, codes, steps, step } of vectors) {
          // A document that was removed meanwhile gets none.
          await session.run(
            `INSERT INTO search_vectors (nr, model, passage, codes, steps, step)
             SELECT nr, ?, CAST(? AS BIGINT), ?, ?, CAST(? AS DOUBLE PRECISION) FROM search_documents WHERE ${own} AND nr = ?
             ON CONFLICT DO NOTHING`,
            [model, passage, codes, steps, step, nr],
          );
        }
        if (index && (await index.isThere(session)))
          await index.place(
            session,
            vectors.map((one) => placed(model, one)),
          );
        await writeState(session, `embedded:${model}`, String(done));
      }),

    async pending(model, limit) {
      const rows = await sql.all<DocumentRow>(
        `SELECT * FROM search_documents WHERE ${own} AND nr > ? ORDER BY nr LIMIT ?`,
        [await doneNr(model), limit],
      );
      return rows.map(toDocument);
    },

    countPending: async (model) =>
      counted(`SELECT count(*) AS n FROM search_documents WHERE ${own} AND nr > ?`, [await doneNr(model)]),

    async codesAfter(model, seq, limit) {
      const rows = await sql.all<CodeRow>(
        `SELECT v.seq AS seq, v.nr AS nr, v.codes AS codes, d.tenant AS tenant, d.kind AS kind, d.project AS project
         FROM search_vectors v JOIN search_documents d ON d.nr = v.nr
         WHERE v.seq > ? AND v.model = ? ORDER BY v.seq LIMIT ?`,
        [seq, model, limit],
      );
      return rows.map((row) => ({ ...row, seq: Number(row.seq), nr: Number(row.nr) }));
    },

    async steps(seqs) {
      if (seqs.length === 0) return [];
      const padded = paddedList(seqs);
      const text = `SELECT seq, nr, steps, step FROM search_vectors WHERE ${own} AND seq IN (${sqlPlaceholders(padded)})`;
      return (await sql.all<StepRow>(text, padded)).map(toSteps);
    },

    async stepsOf(model, nrs) {
      if (nrs.length === 0) return [];
      const padded = paddedList(nrs);
      const text = `SELECT seq, nr, steps, step FROM search_vectors WHERE ${own} AND nr IN (${sqlPlaceholders(padded)}) AND model = ?`;
      return (await sql.all<StepRow>(text, [...padded, model])).map(toSteps);
    },

    count: (model) => counted(`SELECT count(*) AS n FROM search_vectors WHERE ${own} AND model = ?`, [model]),

    async hasAny(model) {
      const text = `SELECT 1 AS x FROM search_vectors WHERE ${own} AND model = ? LIMIT 1`;
      return (await sql.all(text, [model])).length > 0;
    },

    nearest: index && nearestBy(sql, index),
    blocks,
    tenantsWaiting: async (model) => index?.tenantsWaiting(sql, model),

    forgetOthers: (model) =>
      sql.transaction(async (session) => {
        const others = `DELETE FROM search_state WHERE ${own} AND name LIKE 'embedded:%' AND name <> ?`;
        await session.run(others, [`embedded:${model}`]);
        if (blocks) await session.run("DELETE FROM search_sign_blocks WHERE model <> ?", [model]);
        return session.run(`DELETE FROM search_vectors WHERE ${own} AND model <> ?`, [model]);
      }),
  };
}

const nearestBy =
  (sql: Sql, index: VectorIndex<SqlSession>): NearestSeqs =>
  async (model, query, tenant, filter, limit) => {
    if (!(await index.isThere(sql))) return [];
    const { text, params } = searchCondition(tenant, filter);
    return index.nearest(sql, { model, query, where: text, params, limit });
  };

const placed = (model: string, { nr, passage, steps, step }: KeptVector): PlacedVector => ({
  ...{ nr, model, passage },
  numbers: Float32Array.from(new Int8Array(steps.buffer, steps.byteOffset, steps.length), (one) => one * step),
});

const toSteps = ({ seq, nr, steps, step }: StepRow): VectorSteps => ({ seq: Number(seq), nr: Number(nr), steps, step });

type CodeRow = SqlRow & VectorCode;
type StepRow = SqlRow & VectorSteps;
