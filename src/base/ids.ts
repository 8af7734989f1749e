// Crockford's base 32 in lower case: no letters that look like digits, and byte order equals time order.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

const timeLength = 10;
const byteCount = 10;

/** `kind_` + ten characters of time in milliseconds + sixteen characters of ten random bytes (like a ULID). */
export function encodeId(kind: string, timeMs: number, random: Uint8Array): string {
  if (random.length !== byteCount) throw new RangeError(`An id needs ${byteCount} random bytes.`);
  return `${kind}_${encodeTime(timeMs)}${encodeBytes(random)}`;
}

const ownId = new RegExp(`^((?:[a-z]+_)+[${alphabet}]{${timeLength}})[${alphabet}]{16}$`);
/** The first digits of version 7 are the time: those of a minute are the same. */
const uuid = /^([0-9a-f]{8}(?:-[0-9a-f]{4}(?=-7))?)-(?:[0-9a-f]{4}-){2,3}[0-9a-f]{12}$/;

/** As short as a person can type it: the kind and the time, or the beginning of a UUID. Wherever an id is read, so is this. */
export const shortId = (id: string): string => id.replace(ownId, "$1").replace(uuid, "$1");

/** Whether an id is the beginning of one of ours. */
export const isCutId = (id: string): boolean => /^[a-z]+_/.test(id) && !ownId.test(id);

function encodeTime(timeMs: number): string {
  let rest = Math.trunc(timeMs);
  let text = "";
  for (let i = 0; i < timeLength; i++) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function encodeBytes(bytes: Uint8Array): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet.charAt((buffer >> (bits - 5)) & 31);
    buffer &= (1 << bits) - 1;
  }
  return text;
}

/** The bytes plus one, so that ids created within one millisecond still sort in order of creation. */
export function nextBytes(bytes: Uint8Array): Uint8Array {
  const next = Uint8Array.from(bytes);
  for (let i = next.length - 1; i >= 0; i--) {
    next[i] = ((next[i] ?? 0) + 1) & 255;
    if (next[i] !== 0) break;
  }
  return next;
}
