import { sha256 } from "../../../base/sha256.js";
import type { TranscriptFiles } from "../../../engine/transcript-files.js";
import { transcriptFormats } from "../../../hosts/all-hosts.js";
import { parseJsonObject } from "../../../hosts/json-fields.js";
import type { PlacedLine, ReadPiece, ReadState } from "../../../hosts/transcript-format.js";
import type { Transcript, TranscriptStore } from "../../../store/archive/transcript-store.js";
import { localTenant } from "../local-tenant.js";

const fingerprintBytes = 512;
/** A line longer than this is passed over: it is no conversation. */
const maxLineLength = 128 * 1024 * 1024;

/** The next complete lines after those that were read. A half line at the end waits for its other half. */
export async function readPiece(
  files: TranscriptFiles,
  { path, readBytes, fingerprint }: ReadState,
  pieceBytes: number,
): Promise<ReadPiece | "missing"> {
  const size = await files.size(path);
  if (size === undefined) return "missing";
  if (/\.(?:zst|json)$/.test(path)) return readWhole(path, await readAll(files, path, size), fingerprint);
  const marked = Number(fingerprint.split(":")[0]) || 0;
  const isNew = size < readBytes || (marked > 0 && (await fingerprintOf(files, path, marked)) !== fingerprint);
  const from = isNew ? 0 : readBytes;
  const bytes = from >= size ? new Uint8Array() : await readLines(files, path, { from, size, pieceBytes });
  const to = from + bytes.length;
  const more = bytes.length > 0 && to < size;
  const head = from === 0 ? markOf(bytes.subarray(0, fingerprintBytes)) : undefined;
  // Covers more of the file's beginning as more of it is there.
  const known = marked >= fingerprintBytes ? fingerprint : undefined;
  const next = head ?? known ?? (await fingerprintOf(files, path, Math.min(to, fingerprintBytes)));
  return { ...parseLines(bytes, from), readBytes: to, fingerprint: next, isNew, more };
}

async function readLines(
  files: TranscriptFiles,
  path: string,
  { from, size, pieceBytes }: { from: number; size: number; pieceBytes: number },
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

async function readAll(files: TranscriptFiles, path: string, size: number): Promise<Uint8Array> {
  const bytes = await files.read(path, 0, size);
  return path.endsWith(".zst") ? files.decompress(bytes) : bytes;
}

/** A file that is compressed or one JSON value is read again as a whole whenever it changed. */
function readWhole(path: string, bytes: Uint8Array, previous: string): ReadPiece {
  const fingerprint = `whole:${hashOf(bytes)}`;
  const isNew = fingerprint !== previous;
  const parse = path.endsWith(".json") ? parseValue : parseLines;
  const read = isNew ? parse(bytes, 0) : { lines: [], broken: 0 };
  return { ...read, readBytes: bytes.length, fingerprint, isNew, more: false };
}

function parseValue(bytes: Uint8Array): { lines: PlacedLine[]; broken: number } {
  const value = parseJsonObject(Buffer.from(bytes).toString("utf8"));
  return { lines: value ? [{ value, position: "0" }] : [], broken: value ? 0 : 1 };
}

const hashOf = (bytes: Uint8Array) => sha256(bytes).slice(0, 32);

/** `<bytes>:<hash of that many first bytes>`; a file that grows keeps its fingerprint. */
const markOf = (head: Uint8Array): string => (head.length === 0 ? "" : `${head.length}:${hashOf(head)}`);

const fingerprintOf = async (files: TranscriptFiles, path: string, bytes: number): Promise<string> =>
  markOf(bytes === 0 ? new Uint8Array() : await files.read(path, 0, bytes));

/** How far a transcript reaches, for one whose content is known. */
export async function endOfTranscript(files: TranscriptFiles, path: string) {
  const readBytes = (await files.size(path)) ?? 0;
  return { readBytes, fingerprint: await fingerprintOf(files, path, Math.min(readBytes, fingerprintBytes)) };
}

/** Whether a session is no file of lines: the size of a file does not show what is new. */
export const isGathered = ({ agent, path }: Pick<Transcript, "agent" | "path">): boolean =>
  transcriptFormats[agent]?.isGathered?.(path) === true;

/** How much there is to read of a transcript; undefined when it need not be read. */
export async function unreadBytes(
  { agent, path }: Pick<Transcript, "agent" | "path">,
  since: string | undefined,
  { store, files }: { store: TranscriptStore; files: TranscriptFiles },
): Promise<number | undefined> {
  if (isGathered({ agent, path })) return 0;
  const transcript = await store.find(localTenant, path);
  const size = await files.size(path);
  if (size === undefined || transcript?.readBytes === size) return undefined;
  if (since !== undefined && !(await wasWrittenSince(files, path, size, since))) return undefined;
  return transcript && transcript.readBytes < size ? size - transcript.readBytes : size;
}

const tailBytes = 65_536;

/** By the times in the file, because copying or syncing changes the file's own. */
async function wasWrittenSince(files: TranscriptFiles, path: string, size: number, since: string): Promise<boolean> {
  const tail = Buffer.from(await files.read(path, Math.max(0, size - tailBytes), tailBytes)).toString("utf8");
  const times = tail.match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g);
  return !times || (times.toSorted().at(-1) ?? "") >= since.slice(0, 19);
}
