import type { Sql, SqlSession } from "../../engine/sql.js";
import { countRows, deleteRows, insertRow, selectNumber } from "../rows.js";

/** The origin of a vector, by which searches filter before they compare. */
export type VectorOrigin = Readonly<Record<"tenant" | "kind" | "project", string>>;

/** The binary codes of many vectors, in order of their sequence numbers. */
export interface BinaryCodeBlock {
  readonly lastSeq: number;
  readonly binaryCodes: Uint8Array;
  readonly seqs: Float64Array;
  readonly origins: readonly VectorOrigin[];
  /** For each vector, the index of its origin in `origins`. */
  readonly originOf: Uint16Array;
}

const defaultBlockRows = 4096;

/**
 * Blocks are a copy of the vector rows. Removed vectors stay in their block and are dropped when they are looked
 * up; when a third is gone, the blocks are rebuilt.
 */
export function openBinaryCodeBlocks(sql: Sql, blockRows = defaultBlockRows) {
  return {
    /** Blocks of vectors after `seq`, in order. */
    async after(model: string, seq: number, limit: number): Promise<BinaryCodeBlock[]> {
      const rows = await sql.all<BlockRow>(
        `SELECT last_seq, count, origins, data FROM search_sign_blocks WHERE model = ? AND last_seq > ?
         ORDER BY last_seq LIMIT ?`,
        [model, seq, limit],
      );
      return rows.map(toBlock);
    },

    /** Packs the next vectors that are in no block into one; false when there are too few. */
    pack: (model: string): Promise<boolean> =>
      sql.transaction(async (session) => {
        await dropStale(session, model);
        const last = "SELECT max(last_seq) AS n FROM search_sign_blocks WHERE model = ?";
        const rows = await session.all<BinaryCodeRow>(
          `SELECT v.seq AS seq, v.codes AS codes, d.tenant AS tenant, d.kind AS kind, d.project AS project
           FROM search_vectors v JOIN search_documents d ON d.nr = v.nr
           WHERE v.seq > ? AND v.model = ? ORDER BY v.seq LIMIT ?`,
          [await selectNumber(session, last, [model]), model, blockRows],
        );
        if (rows.length < blockRows) return false;
        await insertRow(session, "search_sign_blocks", { model, ...fromRows(rows) });
        return true;
      }),
  };
}

type BinaryCodeRow = VectorOrigin & { readonly seq: number; readonly codes: Uint8Array };
type BlockRow = Record<"last_seq" | "count", number> & { readonly origins: string; readonly data: Uint8Array };

async function dropStale(session: SqlSession, model: string): Promise<void> {
  const count = "SELECT sum(count) AS n FROM search_sign_blocks WHERE model = ?";
  const packed = await selectNumber(session, count, [model]);
  if (packed > 0 && packed > 1.5 * (await countRows(session, "search_vectors", { model })))
    await deleteRows(session, "search_sign_blocks", { model });
}

/** Sequence numbers, then origin indexes, then codes, so that each array is aligned. */
function fromRows(rows: readonly BinaryCodeRow[]): BlockRow {
  const origins: VectorOrigin[] = [];
  const originIndexes = new Map<string, number>();
  const originIndexOf = ({ tenant, kind, project }: VectorOrigin): number => {
    const name = JSON.stringify([tenant, kind, project]);
    const index = originIndexes.get(name) ?? origins.push({ tenant, kind, project }) - 1;
    originIndexes.set(name, index);
    return index;
  };
  const codeBytes = rows[0]?.codes.length ?? 0;
  const data = new Uint8Array(rows.length * (10 + codeBytes));
  new Float64Array(data.buffer, 0, rows.length).set(rows.map(({ seq }) => seq));
  new Uint16Array(data.buffer, 8 * rows.length, rows.length).set(rows.map(originIndexOf));
  for (const [i, { codes }] of rows.entries()) data.set(codes, 10 * rows.length + i * codeBytes);
  return { last_seq: rows.at(-1)?.seq ?? 0, count: rows.length, origins: JSON.stringify(origins), data };
}

function toBlock({ last_seq: lastSeq, count, origins, data }: BlockRow): BinaryCodeBlock {
  // Copied, because typed arrays must be aligned.
  const { buffer } = new Uint8Array(data);
  return {
    lastSeq,
    seqs: new Float64Array(buffer, 0, count),
    originOf: new Uint16Array(buffer, 8 * count, count),
    binaryCodes: new Uint8Array(buffer, 10 * count),
    origins: JSON.parse(origins) as VectorOrigin[],
  };
}
