import { createHash } from "node:crypto";
import { openSync, readSync } from "node:fs";
import { assertChecksum, type CheckedFile } from "./checked-file.js";
import { headerBytes, hiddenSize, offsetsOf, partsOf } from "./model-layout.js";

const chunkBytes = 1_048_576;

/**
 * A text has few of the word pieces, so their vectors stay in the file, which all processes of the machine share. It
 * stays open until the thread ends, because it may be replaced under its name meanwhile.
 */
export function loadModel({ path, sha256 }: CheckedFile, allocate: (bytes: number) => Uint8Array) {
  const file = openSync(path, "r");
  const header = new Uint8Array(headerBytes);
  readInto(file, header, 0);
  const [pieces = 0, vocabularyBytes = 0] = new Uint32Array(header.buffer);
  // A damaged header must not ask for memory that nobody has.
  const size = pieces > 1e6 || vocabularyBytes > 1e8 ? 0 : offsetsOf(partsOf(pieces, vocabularyBytes)).get("pieces");
  const image = allocate(size ?? 0);
  readInto(file, image, 0);
  assertChecksum(path, digestOf(file, image), sha256);
  const vector = new Int8Array(hiddenSize);
  return {
    /** Everything but the vectors of word pieces. */
    image,
    /** The int8 vector of a word piece; valid until the next call. */
    pieceVector(piece: number): Int8Array {
      if (readInto(file, vector, image.length + piece * hiddenSize)) return vector;
      throw new Error(`${path} was cut off while it was used.`);
    },
  };
}

function readInto(file: number, bytes: Uint8Array | Int8Array, from: number): boolean {
  let done = 0;
  for (let read = -1; done < bytes.length && read !== 0; done += read)
    read = readSync(file, bytes, done, bytes.length - done, from + done);
  return done === bytes.length;
}

/** Of `image` and the rest of the file; in chunks, so that it is never all in memory. */
function digestOf(file: number, image: Uint8Array): string {
  const hash = createHash("sha256").update(image);
  const chunk = new Uint8Array(chunkBytes);
  let at = image.length;
  for (let read = readSync(file, chunk, 0, chunkBytes, at); read > 0; read = readSync(file, chunk, 0, chunkBytes, at)) {
    hash.update(chunk.subarray(0, read));
    at += read;
  }
  return hash.digest("hex");
}
