import { sha256 } from "../../../base/sha256.js";
import type { TranscriptFiles } from "../../../engine/transcript-files.js";
import { parseJsonObject } from "../../../hosts/json-fields.js";
import type { PlacedLine, ReadPiece, ReadState } from "../../../hosts/transcript-format.js";

const fingerprintBytes = 512;
/** A line longer than this is passed over: it is no conversation. */
const maxLineLength = 128 * 1024 * 1024;

/** The next complete lines after those that were read. A half line at the end waits for its other half. */
export async function readPiece(
  files: TranscriptFiles,
  { path, readBytes, fingerprint }: ReadState,
  pieceBytes: number,
): Promise<ReadPiece | "missing"> {
  if (path.endsWith(".zst")) return readCompressed(files, path, readBytes, fingerprint);
  const size = await files.size(path);
  if (size === undefined) return "missing";
  if (path.endsWith(".json")) return readWhole(await files.read(path, 0, size), fingerprint);
  const isNew = size < readBytes || !(await isSameFile(files, path, fingerprint));
  const from = isNew ? 0 : readBytes;
  const bytes = from >= size ? new Uint8Array() : await readLines(files, path, from, size, pieceBytes);
  const to = from + bytes.length;
  const nextFingerprint = await newFingerprint(
    files,
    path,
    from === 0 ? bytes : undefined,
    to,
    isNew ? "" : fingerprint,
  );
  return {
    ...parseLines(bytes, from),
    readBytes: to,
    fingerprint: nextFingerprint,
    isNew,
    more: bytes.length > 0 && to < size,
  };
}

async function readLines(
  files: TranscriptFiles,
  path: string,
  from: number,
  size: number,
  pieceBytes: number,
): Promise<Uint8Array> {
  for (let bytes = pieceBytes; ; bytes *= 4) {
    const read = await files.read(path, from, Math.min(bytes, size - from));
    const end = read.lastIndexOf(10);
    if (end >= 0) return read.subarray(0, end + 1);
    if (from + read.length >= size) return new Uint8Array();
    if (bytes > maxLineLength) return read;
  }
}

function parseLines(bytes: Uint8Array, offset: number): { lines: PlacedLine[]; broken: number } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lines: PlacedLine[] = [];
  let broken = 0;
  for (let start = 0; start < buffer.length; ) {
    const lineEnd = buffer.indexOf(10, start);
    const end = lineEnd < 0 ? buffer.length : lineEnd;
    if (end > start) {
      const value = parseJsonObject(buffer.toString("utf8", start, end));
      if (value) lines.push({ value, position: String(offset + start) });
      else if (buffer.toString("latin1", start, Math.min(end, start + 100)).trim() !== "") broken++;
    }
    start = end + 1;
  }
  return { lines, broken };
}

/** A file that is one JSON value is read again as a whole whenever it changed. */
function readWhole(bytes: Uint8Array, fingerprint: string): ReadPiece {
  const nextFingerprint = `whole:${hashOf(bytes)}`;
  if (nextFingerprint === fingerprint)
    return { lines: [], broken: 0, readBytes: bytes.length, fingerprint, isNew: false, more: false };
  const value = parseJsonObject(Buffer.from(bytes).toString("utf8"));
  const lines = value ? [{ value, position: "0" }] : [];
  return {
    lines,
    broken: value ? 0 : 1,
    readBytes: bytes.length,
    fingerprint: nextFingerprint,
    isNew: true,
    more: false,
  };
}

async function readCompressed(
  files: TranscriptFiles,
  path: string,
  readBytes: number,
  fingerprint: string,
): Promise<ReadPiece | "missing"> {
  const size = await files.size(path);
  if (size === undefined) return "missing";
  const bytes = await files.decompress(await files.read(path, 0, size));
  const nextFingerprint = `whole:${hashOf(bytes)}`;
  if (nextFingerprint === fingerprint)
    return { lines: [], broken: 0, readBytes, fingerprint, isNew: false, more: false };
  return { ...parseLines(bytes, 0), readBytes: bytes.length, fingerprint: nextFingerprint, isNew: true, more: false };
}

const hashOf = (bytes: Uint8Array) => sha256(bytes).slice(0, 32);

/** `<bytes>:<hash of that many first bytes>`; a file that grows keeps its fingerprint. */
const markedBytes = (fingerprint: string): number => Number(fingerprint.split(":")[0]) || 0;

const markOf = (head: Uint8Array): string => (head.length === 0 ? "" : `${head.length}:${hashOf(head)}`);

const fingerprintOf = async (files: TranscriptFiles, path: string, bytes: number): Promise<string> =>
  markOf(bytes === 0 ? new Uint8Array() : await files.read(path, 0, bytes));

/** How far a transcript reaches, for one whose content is known. */
export async function endOfTranscript(
  files: TranscriptFiles,
  path: string,
): Promise<Pick<ReadState, "readBytes" | "fingerprint">> {
  const readBytes = (await files.size(path)) ?? 0;
  return { readBytes, fingerprint: await fingerprintOf(files, path, Math.min(readBytes, fingerprintBytes)) };
}

/** Covers more of the file's beginning as more of it is there. */
async function newFingerprint(
  files: TranscriptFiles,
  path: string,
  head: Uint8Array | undefined,
  to: number,
  previous: string,
): Promise<string> {
  if (head) return markOf(head.subarray(0, fingerprintBytes));
  return markedBytes(previous) >= fingerprintBytes
    ? previous
    : fingerprintOf(files, path, Math.min(to, fingerprintBytes));
}

async function isSameFile(files: TranscriptFiles, path: string, fingerprint: string): Promise<boolean> {
  const bytes = markedBytes(fingerprint);
  return bytes === 0 || (await fingerprintOf(files, path, bytes)) === fingerprint;
}
