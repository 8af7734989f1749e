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
const excludedDistance = 65_535;
const maxResults = 4096;

interface Chunk {
  readonly at: number;
  rows: number;
}

/** In WebAssembly; `codeBytes` is a multiple of 16. Memory grows in chunks, so that a large index is never copied. */
export function createHammingScan(codeBytes: number): HammingScan {
  const kernel = instantiate<Kernel>(scanCode);
  const buckets = 8 * codeBytes + 1;
  const queryOffset = 0;
  const histogram = codeBytes;
  const maskOffset = Math.ceil((histogram + 4 * buckets) / 16) * 16;
  const [codesBytes, columnBytes] = [chunkRows * codeBytes, 2 * chunkRows];
  const chunkPages = Math.ceil((codesBytes + 2 * columnBytes) / pageBytes);
  const chunks: Chunk[] = [];
  let size = 0;
  const resultsOffset = maskOffset + maxGroups;
  kernel.memory.grow(Math.ceil((resultsOffset + 4 * maxResults) / pageBytes));

  const bytesAt = (offset: number, length: number) => new Uint8Array(kernel.memory.buffer, offset, length);
  const writableChunk = (): Chunk => {
    const last = chunks.at(-1);
    if (last && last.rows < chunkRows) return last;
    const chunk = { at: kernel.memory.grow(chunkPages) * pageBytes, rows: 0 };
    chunks.push(chunk);
    return chunk;
  };

  /** The first `limit` rows whose distance is from `min` to `max`. */
  const collect = (min: number, max: number, limit: number): number[] => {
    let count = 0;
    for (const [i, { at, rows }] of chunks.entries()) {
      if (count === limit) break;
      const distances = at + codesBytes + columnBytes;
      const free = resultsOffset + 4 * count;
      count += kernel.collect(distances, rows, i * chunkRows, min, max, free, limit - count);
    }
    return [...new Uint32Array(kernel.memory.buffer, resultsOffset, count)];
  };

  return {
    get size() {
      return size;
    },

    add(binaryCodes, groups) {
      for (let done = 0; done < groups.length; ) {
        const chunk = writableChunk();
        const count = Math.min(groups.length - done, chunkRows - chunk.rows);
        const rows = binaryCodes.subarray(done * codeBytes, (done + count) * codeBytes);
        bytesAt(chunk.at + chunk.rows * codeBytes, rows.length).set(rows);
        const column = new Uint16Array(kernel.memory.buffer, chunk.at + codesBytes + 2 * chunk.rows, count);
        column.set(groups.subarray(done, done + count));
        chunk.rows += count;
        size += count;
        done += count;
      }
    },

    nearest(binaryCodes, groupMask, requested) {
      const limit = Math.min(requested, maxResults);
      bytesAt(queryOffset, codeBytes).fill(0);
      bytesAt(queryOffset, codeBytes).set(binaryCodes.subarray(0, codeBytes));
      bytesAt(maskOffset, groupMask.length).set(groupMask);
      const counts = new Uint32Array(kernel.memory.buffer, histogram, buckets).fill(0);
      for (const { at, rows } of chunks) {
        const [groups, distances] = [at + codesBytes, at + codesBytes + columnBytes];
        kernel.scan(at, codeBytes, queryOffset, groups, maskOffset, distances, histogram, rows);
      }
      const max = farthest(counts, limit);
      // All rows nearer than the farthest, then as many of the farthest as fit.
      const near = max > 0 ? collect(0, max - 1, limit) : [];
      return [...near, ...collect(max, max, limit - near.length)];
    },

    rescoreAsymmetric(rows, queryOffset, limit) {
      const table = asymmetricTable(queryOffset, codeBytes);
      const bytes = new Uint8Array(kernel.memory.buffer);
      const sumOf = (row: number) => {
        const offset = (chunks[Math.floor(row / chunkRows)]?.at ?? 0) + (row % chunkRows) * codeBytes;
        let sum = 0;
        for (let i = 0; i < codeBytes; i++) sum += table[256 * i + (bytes[offset + i] as number)] as number;
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

/** For each byte of a code and each of its 256 values, the sum of the query values at its set bits. */
function asymmetricTable(numbers: Float32Array, codeBytes: number): Float32Array {
  const table = new Float32Array(256 * codeBytes);
  for (let byte = 0; byte < codeBytes; byte++) {
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
  return excludedDistance - 1;
}
