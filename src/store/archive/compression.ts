import { brotliCompressSync, brotliDecompressSync, constants, inflateRawSync } from "node:zlib";

/** Prefix of Brotli data. No block of raw deflate, which earlier versions wrote, begins with it. */
const brotliPrefix = 0xff;

/** Nearly twice as fast as deflate at its fastest level, and as small. */
const quality = 1;

export function compress(text: string): Uint8Array {
  const bytes = Buffer.from(text, "utf8");
  const body = brotliCompressSync(bytes, {
    chunkSize: Math.max(1024, Math.ceil(bytes.length / 2)),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: 20,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  return Buffer.concat([Buffer.of(brotliPrefix), body]);
}

export function decompress(bytes: Uint8Array): string {
  const body = bytes[0] === brotliPrefix ? brotliDecompressSync(bytes.subarray(1)) : inflateRawSync(bytes);
  return body.toString("utf8");
}
