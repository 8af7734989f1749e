import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as zlib from "node:zlib";
import type { TranscriptFiles } from "../transcript-files.js";

/** Built into Node since 22.15; earlier versions use a JavaScript package. */
const zstd = (zlib as { zstdDecompressSync?: (bytes: Uint8Array) => Buffer }).zstdDecompressSync;

export const nodeTranscriptFiles: TranscriptFiles = {
  async size(path) {
    const stats = await stat(path).catch(() => undefined);
    return stats?.isFile() ? stats.size : undefined;
  },

  async read(path, from, bytes) {
    const file = await open(path, "r");
    try {
      const buffer = Buffer.allocUnsafe(bytes);
      let filled = 0;
      while (filled < bytes) {
        const { bytesRead } = await file.read(buffer, filled, bytes - filled, from + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    } finally {
      await file.close();
    }
  },

  decompress: async (bytes) => (zstd ? zstd(bytes) : (await import("fzstd")).decompress(bytes)),

  listBelow: (folder, depth) => listBelow(folder, depth),
  remove: (path) => rm(path, { force: true }),
};

async function listBelow(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const paths = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return [path];
    return entry.isDirectory() && depth > 1 ? listBelow(path, depth - 1) : [];
  });
  return (await Promise.all(paths)).flat().sort();
}
