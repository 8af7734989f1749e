import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

export const keyBytes = 32;
const saltBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** Sizes tell no more than this about a text. */
const paddedTo = 1024;
const maxTextBytes = 512 * 2 ** 20;

export const newKey = (): Buffer => randomBytes(keyBytes);

/** Bytes for a purpose that say nothing about the key. */
export const deriveFrom = (key: Uint8Array, salt: Uint8Array | string, purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, purpose, length));

/** AES-256-GCM under a key of its own, which no other text has; it opens only at the same `place`. */
export function seal(key: Uint8Array, place: string, text: string): Buffer {
  const body = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const padded = Buffer.alloc(Math.ceil((body.length + 4) / paddedTo) * paddedTo);
  padded.writeUInt32BE(body.length);
  body.copy(padded, 4);
  const salt = randomBytes(saltBytes);
  const cipher = createCipheriv("aes-256-gcm", ...keyAndNonce(key, salt, place));
  return Buffer.concat([salt, cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined when it was sealed with another key or for another place, or was changed. */
export function unseal(key: Uint8Array, place: string, sealed: Uint8Array): string | undefined {
  if (sealed.length < saltBytes + tagBytes) return undefined;
  const salt = sealed.subarray(0, saltBytes);
  const decipher = createDecipheriv("aes-256-gcm", ...keyAndNonce(key, salt, place));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  const padded = decipher.update(sealed.subarray(saltBytes, -tagBytes));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  const body = padded.subarray(4, 4 + padded.readUInt32BE());
  return brotliDecompressSync(body, { maxOutputLength: maxTextBytes }).toString();
}

function keyAndNonce(key: Uint8Array, salt: Uint8Array, place: string): [key: Buffer, nonce: Buffer] {
  const bytes = deriveFrom(key, salt, `throughline segment ${place}`, keyBytes + nonceBytes);
  return [bytes.subarray(0, keyBytes), bytes.subarray(keyBytes)];
}
