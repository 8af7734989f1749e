import { basename, dirname, join } from "node:path";
import type { AgentHomes } from "../../../base/agent-homes.js";
import type { Files } from "../../../engine/files.js";
import type { ForeignDatabases, TranscriptFiles } from "../../../engine/transcript-files.js";
import type { Agent } from "../../../store/archive/session-event.js";
import { cursorFolders, cursorSessions } from "../readers/cursor-database.js";
import { openCodeSessions } from "../readers/opencode-database.js";
import { databasePath, isOpenCodeFile } from "./transcript-paths.js";

export interface TranscriptLocation {
  readonly agent: Agent;
  readonly path: string;
  readonly folder: string;
}

interface Outside {
  readonly homes: AgentHomes;
  readonly transcripts: TranscriptFiles;
  readonly databases: ForeignDatabases;
  readonly files: Files;
}

/** Folders and file names of transcripts, below the home of each agent. */
const locations: Record<Exclude<Agent, "opencode">, { folders: readonly string[]; depth: number; name: RegExp }> = {
  "claude-code": { folders: ["projects"], depth: 4, name: /\.jsonl$/ },
  codex: { folders: ["sessions", "archived_sessions"], depth: 5, name: /[\\/]rollout-[^\\/]+\.jsonl(\.zst)?$/ },
  gemini: { folders: ["tmp"], depth: 3, name: /[\\/]chats[\\/]session-[^\\/]+\.jsonl?$/ },
  cursor: { folders: ["projects"], depth: 4, name: /[\\/]agent-transcripts[\\/].+\.jsonl$/ },
  copilot: { folders: ["session-state", "history-session-state"], depth: 2, name: /\.jsonl$/ },
};

/** Every transcript that an agent left on this machine. */
export async function discoverTranscripts(agent: Agent, outside: Outside): Promise<TranscriptLocation[]> {
  if (agent === "opencode") return openCodeTranscripts(outside);
  const { folders, depth, name } = locations[agent];
  const listed = await Promise.all(
    folders.map((folder) => outside.transcripts.listBelow(join(outside.homes[agent], folder), depth)),
  );
  const transcripts: TranscriptLocation[] = [];
  for (const path of listed.flat().filter((one) => name.test(one))) {
    transcripts.push({ agent, path, folder: agent === "gemini" ? await geminiFolder(outside.files, path) : "" });
  }
  return agent === "cursor" ? [...transcripts, ...(await cursorConversations(outside))] : transcripts;
}

/** From the database, and from the files of versions that had none: migrated sessions are in both. */
async function openCodeTranscripts({ homes, databases, transcripts }: Outside): Promise<TranscriptLocation[]> {
  const database = join(homes.opencode, "opencode.db");
  const sessions = await openCodeSessions(databases, database);
  const databaseIds = new Set(sessions.map(({ id }) => id));
  const files = (await transcripts.listBelow(join(homes.opencode, "storage", "session"), 2)).filter(
    (path) => isOpenCodeFile(path) && !databaseIds.has(basename(path, ".json")),
  );
  return [
    ...sessions.map(
      ({ id, folder }): TranscriptLocation => ({ agent: "opencode", path: databasePath(database, id), folder }),
    ),
    ...files.map((path): TranscriptLocation => ({ agent: "opencode", path, folder: "" })),
  ];
}

/** Those of the editor; its command line leaves files. */
async function cursorConversations(outside: Outside): Promise<TranscriptLocation[]> {
  const transcripts: TranscriptLocation[] = [];
  for (const home of outside.homes.cursorEditor) {
    const database = join(home, "User", "globalStorage", "state.vscdb");
    const ids = await cursorSessions(outside.databases, database);
    if (ids.length === 0) continue;
    const folders = await cursorFolders(outside, join(home, "User", "workspaceStorage"));
    for (const id of ids) {
      transcripts.push({ agent: "cursor", path: databasePath(database, id), folder: folders.get(id) ?? "" });
    }
  }
  return transcripts;
}

/** Its transcripts do not name the folder; a file next to the chats does. */
async function geminiFolder(files: Files, path: string): Promise<string> {
  const written = await files.read(join(dirname(dirname(path)), ".project_root"));
  return written?.trim() ?? "";
}
