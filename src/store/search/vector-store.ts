import type { Sql, SqlRow } from "../../engine/sql.js";
import { type DocumentRow, type IndexedDocument, toDocument } from "./document-row.js";
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
  readonly blocks: SignBlocks;
  /** Removes the vectors of every other model. */
  forgetOthers(model: string): Promise<number>;
}

export function openVectorStore(sql: Sql): VectorStore {
  const doneNr = async (model: string) => {
    const [row] = await sql.all<{ value: string }>("SELECT value FROM search_state WHERE name = ?", [
      `embedded:${model}`,
    ]);
    return Number(row?.value ?? 0);
  };
  const counted = async (text: string, params: (string | number)[]) =>
    Number((await sql.all<{ n: number }>(text, params))[0]?.n ?? 0);

  return {
    blocks: openSignBlocks(sql),
    add: (model, vectors, done) =>
      sql.transaction(async (session) => {
        for (const { nr, passage, codes, steps, step } of vectors) {
          // A document that was removed meanwhile gets none.
          await session.run(
            `INSERT INTO search_vectors (nr, model, passage, codes, steps, step)
             SELECT nr, ?, CAST(? AS BIGINT), ?, ?, CAST(? AS DOUBLE PRECISION) FROM search_documents WHERE nr = ?
             ON CONFLICT (nr, model, passage) DO NOTHING`,
            [model, passage, codes, steps, step, nr],
          );
        }
        await session.run(
          `INSERT INTO search_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
          [`embedded:${model}`, String(done)],
        );
      }),

    async pending(model, limit) {
      const rows = await sql.all<DocumentRow>("SELECT * FROM search_documents WHERE nr > ? ORDER BY nr LIMIT ?", [
        await doneNr(model),
        limit,
      ]);
      return rows.map(toDocument);
    },

    countPending: async (model) =>
      counted("SELECT count(*) AS n FROM search_documents WHERE nr > ?", [await doneNr(model)]),

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
      const rows = await sql.all<StepRow>(
        `SELECT seq, nr, steps, step FROM search_vectors WHERE seq IN (${seqs.map(() => "?").join(", ")})`,
        seqs,
      );
      return rows.map((row) => ({ ...row, seq: Number(row.seq), nr: Number(row.nr) }));
    },

    async stepsOf(model, nrs) {
      if (nrs.length === 0) return [];
      const rows = await sql.all<StepRow>(
        `SELECT seq, nr, steps, step FROM search_vectors WHERE nr IN (${nrs.map(() => "?").join(", ")}) AND model = ?`,
        [...nrs, model],
      );
      return rows.map((row) => ({ ...row, nr: Number(row.nr) }));
    },

    count: (model) => counted("SELECT count(*) AS n FROM search_vectors WHERE model = ?", [model]),

    forgetOthers: (model) =>
      sql.transaction(async (session) => {
        await session.run("DELETE FROM search_state WHERE name LIKE 'embedded:%' AND name <> ?", [`embedded:${model}`]);
        await session.run("DELETE FROM search_sign_blocks WHERE model <> ?", [model]);
        return session.run("DELETE FROM search_vectors WHERE model <> ?", [model]);
      }),
  };
}

type CodeRow = SqlRow & VectorCode;
type StepRow = SqlRow & VectorSteps;
