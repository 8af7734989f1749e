import { sha256 } from "../../base/sha256.js";
import type { SqlSession } from "../../engine/sql.js";
import { insertNew, selectColumn } from "../rows.js";
import { compress, decompress } from "./compression.js";
import type { ResultEvent, SessionEvent } from "./session-event.js";

/** Longer outputs are stored separately, compressed and deduplicated across sessions. */
const inlineChars = 4096;
/** Longer outputs lose their middle: the end shows the result. */
const maxChars = 1024 * 1024;

/** Adds events to a session as one compressed row; returns its size in bytes. */
export async function addEvents(
  session: SqlSession,
  tenant: string,
  sessionId: string,
  events: readonly SessionEvent[],
): Promise<number> {
  const stored: SessionEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    if (event.kind === "result" && event.text.length > inlineChars) {
      const shortened = await storeLongText(session, tenant, sessionId, event);
      stored.push(shortened.event);
      bytes += shortened.bytes;
    } else stored.push(event);
  }
  const body = compress(JSON.stringify(stored));
  await session.run(
    `INSERT INTO session_chunks (tenant, session_id, position, events, body)
     SELECT ?, ?, coalesce(max(position), 0) + 1, ?, ? FROM session_chunks WHERE tenant = ? AND session_id = ?`,
    [tenant, sessionId, stored.length, body, tenant, sessionId],
  );
  return bytes + body.length;
}

async function storeLongText(session: SqlSession, tenant: string, sessionId: string, event: ResultEvent) {
  const text = cutMiddle(event.text, maxChars);
  const hash = sha256(text);
  const existing = await session.all("SELECT 1 FROM session_blobs WHERE tenant = ? AND hash = ?", [tenant, hash]);
  const body = existing.length > 0 ? undefined : compress(text);
  if (body) await insertNew(session, "session_blobs", { tenant, hash, size: text.length, body });
  await insertNew(session, "session_blob_uses", { tenant, session_id: sessionId, hash });
  return { event: { ...event, text: cutMiddle(event.text, inlineChars / 2), blob: hash }, bytes: body?.length ?? 0 };
}

export function cutMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, Math.floor(max / 3));
  const tail = text.slice(text.length - Math.floor((max * 2) / 3));
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}

/** The events of a session in order, all or those of the last slices; of an event that was read twice, the last version. */
export async function readEvents(
  session: SqlSession,
  tenant: string,
  sessionId: string,
  maxChunks = Number.MAX_SAFE_INTEGER,
): Promise<SessionEvent[]> {
  const bodies = await selectColumn<Uint8Array>(
    session,
    "SELECT body FROM session_chunks WHERE tenant = ? AND session_id = ? ORDER BY position DESC LIMIT ?",
    [tenant, sessionId, maxChunks],
  );
  const events = new Map<string, SessionEvent>();
  for (const body of bodies.reverse())
    for (const event of JSON.parse(decompress(body)) as SessionEvent[]) events.set(`${event.kind}:${event.key}`, event);
  return [...events.values()].sort((a, b) => a.at.localeCompare(b.at));
}

/** The full text of an output that is stored separately. */
export async function readBlob(session: SqlSession, tenant: string, hash: string): Promise<string | undefined> {
  const text = "SELECT body FROM session_blobs WHERE tenant = ? AND hash = ?";
  const [body] = await selectColumn<Uint8Array>(session, text, [tenant, hash]);
  return body && decompress(body);
}
