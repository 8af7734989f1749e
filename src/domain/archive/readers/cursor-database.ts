import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Files } from "../../../engine/files.js";
import type { ForeignDatabases, TranscriptFiles } from "../../../engine/transcript-files.js";
import type { Transcript } from "../../../store/archive/transcript-store.js";
import type { ReadPiece } from "../ingest/read-transcript.js";
import { splitDatabasePath } from "../ingest/transcript-paths.js";
import { type Json, objectsAt, parseJsonObject, textAt } from "./json-fields.js";

// Cursor's editor keeps conversations in a table of keys and values: `composerData:<id>` names the messages in order,
// `bubbleId:<id>:<message>` is one of them. Other tables say which folder a conversation was about.

/** Conversations that have messages. */
export async function cursorSessions(databases: ForeignDatabases, database: string): Promise<string[]> {
  const rows = await databases.all(
    database,
    "SELECT DISTINCT substr(key, 10, 36) AS id FROM cursorDiskKV WHERE key >= 'bubbleId:' AND key < 'bubbleId;'",
  );
  return rows.map(({ id }) => String(id)).filter((id) => id.length === 36);
}

/** The folder that each conversation was held in, as far as the editor's windows remember. */
export async function cursorFolders(
  { transcripts, files, databases }: { transcripts: TranscriptFiles; files: Files; databases: ForeignDatabases },
  workspaces: string,
): Promise<ReadonlyMap<string, string>> {
  const folders = new Map<string, string>();
  for (const path of await transcripts.listBelow(workspaces, 2)) {
    if (!path.endsWith("workspace.json")) continue;
    const folder = folderIn(parseJsonObject((await files.read(path)) ?? ""));
    if (folder === "") continue;
    const text = "SELECT value FROM ItemTable WHERE key = 'composer.composerData'";
    const [row] = await databases.all(join(dirname(path), "state.vscdb"), text);
    const index = parseJsonObject(textOf(row?.value)) ?? {};
    for (const composer of objectsAt(index, "allComposers")) folders.set(textAt(composer, "composerId"), folder);
  }
  return folders;
}

function folderIn(workspace: Json | undefined): string {
  const uri = workspace ? textAt(workspace, "folder") : "";
  return uri.startsWith("file://") ? fileURLToPath(uri) : "";
}

/** The whole conversation, when it changed: the time of the last change serves as the offset. */
export async function readCursorDatabase(
  databases: ForeignDatabases,
  { path, readBytes, fingerprint }: Pick<Transcript, "path" | "readBytes" | "fingerprint">,
): Promise<ReadPiece | "missing"> {
  const { database, session } = splitDatabasePath(path);
  const text = "SELECT value FROM cursorDiskKV WHERE key = ?";
  const [row] = await databases.all(database, text, [`composerData:${session}`]);
  const composer = parseJsonObject(textOf(row?.value));
  if (!composer) return "missing";
  const bubbles = await databases.all(database, "SELECT key, value FROM cursorDiskKV WHERE key >= ? AND key < ?", [
    ...[`bubbleId:${session}:`, `bubbleId:${session};`],
  ]);
  const newFingerprint = `${Number(composer.lastUpdatedAt ?? 0)}:${bubbles.length}`;
  if (newFingerprint === fingerprint)
    return { lines: [], broken: 0, readBytes, fingerprint, isNew: false, more: false };
  const values = new Map(
    bubbles.map(({ key, value }) => [String(key).split(":")[2] ?? "", parseJsonObject(textOf(value))]),
  );
  const { fullConversationHeadersOnly: _, conversation: __, ...facts } = composer;
  const lines = [{ ...facts, table: "composer" }, ...inOrder(composer, values)].map((value, i) => ({
    ...{ value, position: String(i) },
  }));
  const broken = [...values.values()].filter((value) => value === undefined).length;
  return { lines, broken, readBytes: bubbles.length, fingerprint: newFingerprint, isNew: true, more: false };
}

/** As the conversation lists them; older ones have their messages in the list itself. */
function inOrder(composer: Json, values: ReadonlyMap<string, Json | undefined>): Json[] {
  const headers = [...objectsAt(composer, "fullConversationHeadersOnly"), ...objectsAt(composer, "conversation")];
  const listed = headers.map((header) => values.get(textAt(header, "bubbleId")) ?? header);
  return listed.map((bubble) => ({ ...bubble, table: "bubble" }));
}

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : typeof value === "string" ? value : "";
