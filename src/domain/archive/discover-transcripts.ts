import { dirname, join } from "node:path";
import type { AgentHomes } from "../../base/agent-homes.js";
import type { Files } from "../../engine/files.js";
import type { ForeignDatabases, TranscriptFiles } from "../../engine/transcript-files.js";
import type { Agent } from "../../store/archive/session-event.js";
import { openCodePath, openCodeSessions } from "./opencode-database.js";

export interface FoundTranscript {
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

/** Where each agent keeps its transcripts below its home, and what they are called. */
const places: Record<Exclude<Agent, "opencode">, { folders: readonly string[]; depth: number; name: RegExp }> = {
  "claude-code": { folders: ["projects"], depth: 4, name: /\.jsonl$/ },
  codex: { folders: ["sessions", "archived_sessions"], depth: 5, name: /[\\/]rollout-[^\\/]+\.jsonl(\.zst)?$/ },
  gemini: { folders: ["tmp"], depth: 3, name: /[\\/]chats[\\/]session-[^\\/]+\.jsonl?$/ },
  cursor: { folders: ["projects"], depth: 4, name: /[\\/]agent-transcripts[\\/].+\.jsonl$/ },
  copilot: { folders: ["session-state", "history-session-state"], depth: 2, name: /\.jsonl$/ },
};

/** Every transcript that an agent left on this machine. */
export async function discoverTranscripts(agent: Agent, outside: Outside): Promise<FoundTranscript[]> {
  if (agent === "opencode") return openCodeTranscripts(outside);
  const { folders, depth, name } = places[agent];
  const listed = await Promise.all(
    folders.map((folder) => outside.transcripts.under(join(outside.homes[agent], folder), depth)),
  );
  const found: FoundTranscript[] = [];
  for (const path of listed.flat().filter((one) => name.test(one))) {
    found.push({ agent, path, folder: agent === "gemini" ? await geminiFolder(outside.files, path) : "" });
  }
  return found;
}

async function openCodeTranscripts({ homes, databases }: Outside): Promise<FoundTranscript[]> {
  const database = join(homes.opencode, "opencode.db");
  const sessions = await openCodeSessions(databases, database);
  return sessions.map(({ id, folder }) => ({ agent: "opencode", path: openCodePath(database, id), folder }));
}

/** Its transcripts do not say where the agent worked, but a file beside the chats does. */
async function geminiFolder(files: Files, path: string): Promise<string> {
  const written = await files.read(join(dirname(dirname(path)), ".project_root"));
  return written?.trim() ?? "";
}
