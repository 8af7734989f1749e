import type { AppCall } from "../../domain/app.js";
import type { AgentHost } from "../../domain/install/hosts/host.js";
import type { NotesReport } from "../../domain/notes/notes.js";
import { isAgent } from "../../store/archive/session-event.js";

/** What was found of earlier sessions. */
export interface History {
  readonly transcripts: number;
  readonly events: number;
}

/** Sessions of more folders than this are of no use to look for notes in. */
const mostSessions = 2000;

/** Reads the sessions that agents left on the machine. */
export async function readHistory(app: AppCall, hosts: readonly AgentHost[]): Promise<History> {
  const agents = hosts.map(({ id }) => id).filter(isAgent);
  const { progress } = app.call;
  const { due, events } = await app.ingest.importAll({ agents, since: undefined, dryRun: false, progress });
  return { transcripts: due, events };
}

/** Takes in what agents noted for themselves: for all projects, in this one, and in those that have sessions. */
export async function readNotes(app: AppCall, hosts: readonly AgentHost[]): Promise<NotesReport> {
  const sessions = await app.sessions.list(app.call, { limit: mostSessions });
  const folders = [app.call.folder, ...sessions.map(({ folder }) => folder).filter((folder) => folder !== "")];
  const roots = new Set<string>();
  for (const folder of new Set(folders)) roots.add(await app.identity.root(folder));
  return app.notes.bringIn(app.call, { hosts, folders: [...roots], dryRun: false });
}

export const historyLines = (history: History | undefined): string[] =>
  history === undefined || history.transcripts === 0
    ? []
    : [
        `Read ${counted(history.transcripts, "earlier session")}: \`throughline archive search "<words>"\` finds what was said.`,
      ];

export function notesLines(notes: NotesReport | undefined): string[] {
  if (notes === undefined || notes.memories === 0) return [];
  const hidden = notes.withSecrets > 0 ? ` ${counted(notes.withSecrets, "secret")} in them stayed out.` : "";
  return [
    `Took ${counted(notes.memories, "memory", "memories")} from agents' own notes as candidates: none is given to an agent before it proved right.${hidden}`,
  ];
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
