import { daysBefore } from "../../base/days.js";
import { plural } from "../../base/text/plural.js";
import type { CommandCall } from "../../domain/command-app.js";
import type { AgentHost } from "../../domain/install/hosts/host.js";
import type { NotesReport } from "../../domain/notes/notes.js";
import { isAgent } from "../../store/archive/session-event.js";

/** What was found of earlier sessions. */
export interface History {
  readonly transcripts: number;
  readonly events: number;
  /** Older ones that would have taken too long. */
  readonly left: number;
}

/** Sessions of more folders than this are of no use to look for notes in. */
const maxSessions = 2000;

/** The newest sessions are worth most: they come first, and after so long the rest is left to another command. */
const periodsDays = [14, 90, undefined];
const timeoutMs = 25_000;

/** Reads the sessions that agents left on the machine, as many as a first minute has room for. */
export async function readHistory(app: CommandCall, hosts: readonly AgentHost[]): Promise<History> {
  const agents = hosts.map(({ id }) => id).filter(isAgent);
  const { progress } = app.call;
  const began = app.runtime.now().getTime();
  let [transcripts, events] = [0, 0];
  for (const days of periodsDays) {
    const since = days === undefined ? undefined : daysBefore(new Date(began), days);
    const options = { agents, since, progress };
    if (app.runtime.now().getTime() - began > timeoutMs) {
      const { due } = await app.ingest.importAll({ ...options, since: undefined, dryRun: true });
      return { transcripts, events, left: due };
    }
    const read = await app.ingest.importAll({ ...options, dryRun: false });
    transcripts += read.due;
    events += read.events;
  }
  return { transcripts, events, left: 0 };
}

/** Takes in what agents noted for themselves: for all projects, in this one, and in those that have sessions. */
export async function readNotes(app: CommandCall, hosts: readonly AgentHost[]): Promise<NotesReport> {
  const sessions = await app.sessions.list(app.call, { limit: maxSessions });
  const folders = [app.call.folder, ...sessions.map(({ folder }) => folder).filter((folder) => folder !== "")];
  const roots = new Set<string>();
  for (const folder of new Set(folders)) roots.add(await app.identity.root(folder));
  return app.notes.bringIn(app.call, { hosts, folders: [...roots], dryRun: false });
}

export function historyLines(history: History | undefined): string[] {
  const { transcripts, left } = history ?? { transcripts: 0, left: 0 };
  const search = `Search ${them(transcripts)} with \`throughline archive search "<query>"\`.`;
  const importRest = `Import ${them(left)} with \`throughline import sessions\`.`;
  return [
    ...(transcripts > 0 ? [`Imported ${counted(transcripts, "session")}. ${search}`] : []),
    ...(left > 0 ? [`${counted(left, "older session")} left. ${importRest}`] : []),
  ];
}

export function notesLines(notes: NotesReport | undefined): string[] {
  if (notes === undefined || notes.memories === 0) return [];
  const redacted = notes.withSecrets > 0 ? ` ${counted(notes.withSecrets, "secret")} in them left out.` : "";
  return [
    `Imported ${counted(notes.memories, "note")} as candidate memories. Agents receive them once you verify them.${redacted}`,
  ];
}

const counted = (count: number, one: string, many?: string) => `${count} ${plural(count, one, many)}`;
const them = (amount: number) => (amount === 1 ? "it" : "them");
