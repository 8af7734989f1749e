import type { Files } from "../../engine/files.js";
import { inStore, storePath } from "./context-layout.js";
import { asText, asTexts, asTime, asTimeOrNull, jsonRecord } from "./json-file.js";
import { appendLog, readLog } from "./ndjson-file.js";

const readSession = jsonRecord({
  id: asText,
  agent: asText,
  user: asText,
  machine: asText,
  started: asTime,
  ended: asTimeOrNull,
  summary: asText,
  knowledge_added: asTexts,
  decisions_added: asTexts,
  skills_used: asTexts,
});

type SessionSummary = ReturnType<typeof readSession>;

/** Older sessions are dropped from the log. */
const maxSessions = 200;

/** Summaries of sessions, oldest first. */
export function openHistoryStore(files: Files, root: string) {
  const path = storePath(root, inStore.sessions);
  return {
    recent: async (count: number): Promise<SessionSummary[]> =>
      (await readLog(files, path)).records.slice(-count).map(readSession),
    append: (session: SessionSummary): Promise<void> => appendLog(files, path, session, maxSessions),
  };
}
