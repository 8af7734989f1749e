import type { JsonObject } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import { inStore, storePath } from "./context-layout.js";
import { textIn, textsIn } from "./json-file.js";
import { appendLog, readLog } from "./ndjson-file.js";
import { isoTime } from "./skill-records.js";

export interface SessionSummary {
  readonly id: string;
  readonly agent: string;
  readonly user: string;
  readonly machine: string;
  readonly started: string;
  readonly ended: string | null;
  readonly summary: string;
  readonly knowledge_added: readonly string[];
  readonly decisions_added: readonly string[];
  readonly skills_used: readonly string[];
}

/** Summaries of sessions, oldest first. */
export interface HistoryStore {
  recent(count: number): Promise<SessionSummary[]>;
  append(session: SessionSummary): Promise<void>;
}

/** Older sessions are dropped from the log. */
const maxSessions = 200;

export function openHistoryStore(files: Files, root: string): HistoryStore {
  const path = storePath(root, inStore.sessions);
  return {
    recent: async (count) => (await readLog(files, path)).records.slice(-count).map(readSession),
    append: (session) => appendLog(files, path, session, maxSessions),
  };
}

const readSession = (record: JsonObject): SessionSummary => ({
  id: textIn(record, "id"),
  agent: textIn(record, "agent"),
  user: textIn(record, "user"),
  machine: textIn(record, "machine"),
  started: isoTime(textIn(record, "started")),
  ended: record.ended ? isoTime(textIn(record, "ended")) : null,
  summary: textIn(record, "summary"),
  knowledge_added: textsIn(record, "knowledge_added"),
  decisions_added: textsIn(record, "decisions_added"),
  skills_used: textsIn(record, "skills_used"),
});
