import { basename, dirname, join } from "node:path";
import { sha256 } from "../../../base/sha256.js";
import type { TranscriptFiles } from "../../../engine/transcript-files.js";
import type { Transcript } from "../../../store/archive/transcript-store.js";
import type { ReadPiece } from "../ingest/read-transcript.js";
import { type Json, objectAt, parseJsonObject, textAt } from "./json-fields.js";

/**
 * A session as OpenCode stored it before it had a database: `storage/session/<project>/<session>.json`, its messages in
 * `storage/message/<session>/` and their parts in `storage/part/<message>/`. It becomes the rows that the database has.
 */
export async function readOpenCodeFiles(
  files: TranscriptFiles,
  { path, fingerprint }: Pick<Transcript, "path" | "fingerprint">,
): Promise<ReadPiece | "missing"> {
  const session = await readJson(files, path);
  if (!session) return "missing";
  const storage = dirname(dirname(dirname(path)));
  const messages = await readFolder(files, join(storage, "message", basename(path, ".json")));
  const rows: Json[] = [
    { ...session, table: "session", parent_id: textAt(session, "parentID") },
    ...(await Promise.all(messages.map((message) => partsOf(files, storage, message)))).flat(),
  ];
  const text = JSON.stringify(rows);
  const newFingerprint = `whole:${sha256(text).slice(0, 32)}`;
  const isNew = newFingerprint !== fingerprint;
  const lines = isNew ? rows.map((value, i) => ({ value, position: String(i) })) : [];
  return { lines, broken: 0, readBytes: text.length, fingerprint: newFingerprint, isNew, more: false };
}

async function partsOf(files: TranscriptFiles, storage: string, message: Json): Promise<Json[]> {
  const id = textAt(message, "id");
  const created = objectAt(message, "time").created;
  return (await readFolder(files, join(storage, "part", id))).map((data) => ({
    ...{ table: "part", id: textAt(data, "id"), message_id: id, message, data },
    time_created: objectAt(data, "time").start ?? created,
  }));
}

/** Every file of a folder that holds an object, by name: names ascend with time. */
async function readFolder(files: TranscriptFiles, folder: string): Promise<Json[]> {
  const paths = (await files.listBelow(folder, 1)).filter((path) => path.endsWith(".json"));
  return (await Promise.all(paths.map((path) => readJson(files, path)))).filter((one) => one !== undefined);
}

async function readJson(files: TranscriptFiles, path: string): Promise<Json | undefined> {
  const size = await files.size(path);
  return size === undefined
    ? undefined
    : parseJsonObject(Buffer.from(await files.read(path, 0, size)).toString("utf8"));
}
