import type { HammingScan } from "../hamming-scan.js";
import { instantiate, type WasmMemory } from "../web-assembly.js";
import { scanCode } from "./scan-code.js";

interface Kernel {
  readonly memory: WasmMemory;
  scan(...pointersAndSizes: number[]): void;
  collect(...pointersAndSizes: number[]): number;
}

const pageBytes = 65_536;
const chunkRows = 16_384;
const maxGroups = 65_536;
const unwanted = 65_535;
const maxFound = 4096;

interface Chunk {
  readonly at: number;
  rows: number;
}

/** In WebAssembly; `bytesEach` is a multiple of 16. Room is taken in chunks, so that a large store is never copied to grow. */
export function createHammingScan(bytesEach: number): HammingScan {
  const kernel = instantiate<Kernel>(scanCode);
  const buckets = 8 * bytesEach + 1;
  const query = 0;
  const histogram = bytesEach;
  const wantedAt = Math.ceil((histogram + 4 * buckets) / 16) * 16;
  const [codesBytes, columnBytes] = [chunkRows * bytesEach, 2 * chunkRows];
  const chunkPages = Math.ceil((codesBytes + 2 * columnBytes) / pageBytes);
  const chunks: Chunk[] = [];
  let size = 0;
  const foundAt = wantedAt + maxGroups;
  kernel.memory.grow(Math.ceil((foundAt + 4 * maxFound) / pageBytes));

  const bytesAt = (at: number, length: number) => new Uint8Array(kernel.memory.buffer, at, length);
  const lastWithRoom = (): Chunk => {
    const last = chunks.at(-1);
    if (last && last.rows < chunkRows) return last;
    const chunk = { at: kernel.memory.grow(chunkPages) * pageBytes, rows: 0 };
    chunks.push(chunk);
    return chunk;
  };

  /** The first `limit` rows whose distance is from `least` to `most`. */
  const collect = (min: number, max: number, limit: number): number[] => {
    let count = 0;
    for (const [i, { at, rows }] of chunks.entries()) {
      if (count === limit) break;
      const distances = at + codesBytes + columnBytes;
      const free = foundAt + 4 * count;
      count += kernel.collect(distances, rows, i * chunkRows, min, max, free, limit - count);
    }
    return [...new Uint32Array(kernel.memory.buffer, foundAt, count)];
  };

  return {
    get size() {
      return size;
    },

    add(binaryCodes, groups) {
      for (let done = 0; done < groups.length; ) {
        const chunk = lastWithRoom();
        const count = Math.min(groups.length - done, chunkRows - chunk.rows);
        const some = binaryCodes.subarray(done * bytesEach, (done + count) * bytesEach);
        bytesAt(chunk.at + chunk.rows * bytesEach, some.length).set(some);
        const column = new Uint16Array(kernel.memory.buffer, chunk.at + codesBytes + 2 * chunk.rows, count);
        column.set(groups.subarray(done, done + count));
        chunk.rows += count;
        size += count;
        done += count;
      }
    },

    nearest(binaryCodes, wanted, asked) {
      const limit = Math.min(asked, maxFound);
      bytesAt(query, bytesEach).fill(0);
      bytesAt(query, bytesEach).set(binaryCodes.subarray(0, bytesEach));
      bytesAt(wantedAt, wanted.length).set(wanted);
      const counts = new Uint32Array(kernel.memory.buffer, histogram, buckets).fill(0);
      for (const { at, rows } of chunks) {
        const [groups, distances] = [at + codesBytes, at + codesBytes + columnBytes];
        kernel.scan(at, bytesEach, query, groups, wantedAt, distances, histogram, rows);
      }
      const max = farthest(counts, limit);
      // All that are nearer than the farthest, and as many of the farthest as there is room for.
      const near = max > 0 ? collect(0, max - 1, limit) : [];
      return [...near, ...collect(max, max, limit - near.length)];
    },

    rescoreAsymmetric(rows, numbers, limit) {
      const table = asymmetricTable(numbers, bytesEach);
      const bytes = new Uint8Array(kernel.memory.buffer);
      const sumOf = (row: number) => {
        const at = (chunks[Math.floor(row / chunkRows)]?.at ?? 0) + (row % chunkRows) * bytesEach;
        let sum = 0;
        for (let i = 0; i < bytesEach; i++) sum += table[256 * i + (bytes[at + i] as number)] as number;
        return sum;
      };
      const sums = Float64Array.from(rows, sumOf);
      const min = sums.toSorted()[Math.max(0, rows.length - limit)] ?? 0;
      return rows
        .map((row, i) => ({ row, sum: sums[i] as number }))
        .filter(({ sum }) => sum >= min)
        .sort((a, b) => b.sum - a.sum || a.row - b.row)
        .slice(0, limit)
        .map(({ row }) => row);
    },
  };
}

/** For each byte of a row and each value it may have, the sum of the numbers that its signs agree with. */
function asymmetricTable(numbers: Float32Array, bytesEach: number): Float32Array {
  const table = new Float32Array(256 * bytesEach);
  for (let byte = 0; byte < bytesEach; byte++) {
    for (let value = 1; value < 256; value++) {
      const highest = 31 - Math.clz32(value);
      const rest = table[256 * byte + value - (1 << highest)] as number;
      table[256 * byte + value] = rest + (numbers[8 * byte + highest] ?? 0);
    }
  }
  return table;
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
