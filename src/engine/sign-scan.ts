import { scanCode } from "./scan-code.js";
import { instantiate, type WasmMemory } from "./web-assembly.js";

interface Kernel {
  readonly memory: WasmMemory;
  scan(...pointersAndSizes: number[]): void;
}

/** Rows of signs in memory, each of a group, searched for those that differ least from a query. */
export interface SignScan {
  readonly size: number;
  /** Adds rows that stand one after the other in `signs`. */
  add(signs: Uint8Array, groups: Uint16Array): void;
  /** The numbers of the `limit` nearest rows among the groups for which `wanted` has a 1; earlier rows first among equals. */
  nearest(query: Uint8Array, wanted: Uint8Array, limit: number): number[];
}

const pageBytes = 65_536;
const chunkRows = 16_384;
const mostGroups = 65_536;
const unwanted = 65_535;

interface Chunk {
  readonly at: number;
  rows: number;
}

/** `bytesEach` is a multiple of 16. Room is taken in chunks, so that a large store is never copied to grow. */
export function createSignScan(bytesEach: number): SignScan {
  const kernel = instantiate<Kernel>(scanCode);
  const buckets = 8 * bytesEach + 1;
  const query = 0;
  const histogram = bytesEach;
  const wantedAt = Math.ceil((histogram + 4 * buckets) / 16) * 16;
  const [signsBytes, columnBytes] = [chunkRows * bytesEach, 2 * chunkRows];
  const chunkPages = Math.ceil((signsBytes + 2 * columnBytes) / pageBytes);
  const chunks: Chunk[] = [];
  let size = 0;
  kernel.memory.grow(Math.ceil((wantedAt + mostGroups) / pageBytes));

  const bytesAt = (at: number, length: number) => new Uint8Array(kernel.memory.buffer, at, length);
  const lastWithRoom = (): Chunk => {
    const last = chunks.at(-1);
    if (last && last.rows < chunkRows) return last;
    const chunk = { at: kernel.memory.grow(chunkPages) * pageBytes, rows: 0 };
    chunks.push(chunk);
    return chunk;
  };

  return {
    get size() {
      return size;
    },

    add(signs, groups) {
      for (let done = 0; done < groups.length; ) {
        const chunk = lastWithRoom();
        const count = Math.min(groups.length - done, chunkRows - chunk.rows);
        const some = signs.subarray(done * bytesEach, (done + count) * bytesEach);
        bytesAt(chunk.at + chunk.rows * bytesEach, some.length).set(some);
        const column = new Uint16Array(kernel.memory.buffer, chunk.at + signsBytes + 2 * chunk.rows, count);
        column.set(groups.subarray(done, done + count));
        chunk.rows += count;
        size += count;
        done += count;
      }
    },

    nearest(signs, wanted, limit) {
      bytesAt(query, bytesEach).fill(0);
      bytesAt(query, bytesEach).set(signs.subarray(0, bytesEach));
      bytesAt(wantedAt, wanted.length).set(wanted);
      const counts = new Uint32Array(kernel.memory.buffer, histogram, buckets).fill(0);
      for (const { at, rows } of chunks) {
        const [groups, distances] = [at + signsBytes, at + signsBytes + columnBytes];
        kernel.scan(at, bytesEach, query, groups, wantedAt, distances, histogram, rows);
      }
      const most = farthest(counts, limit);
      const [near, edge]: [number[], number[]] = [[], []];
      for (const [i, { at, rows }] of chunks.entries()) {
        const distances = new Uint16Array(kernel.memory.buffer, at + signsBytes + columnBytes, rows);
        for (let row = 0; row < rows; row++) {
          const distance = distances[row] as number;
          if (distance > most) continue;
          if (distance < most) near.push(i * chunkRows + row);
          else if (edge.length < limit) edge.push(i * chunkRows + row);
        }
      }
      return [...near, ...edge].slice(0, limit);
    },
  };
}

/** The distance within which `limit` rows lie. */
function farthest(counts: Uint32Array, limit: number): number {
  let seen = 0;
  for (const [distance, count] of counts.entries()) {
    seen += count;
    if (seen >= limit) return distance;
  }
  return unwanted - 1;
}
