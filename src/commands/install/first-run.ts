import { daysBefore } from "../../base/days.js";
import type { Lines } from "../../base/text/lines.js";
import { formatCount } from "../../base/text/plural.js";
import type { CommandCall } from "../../domain/command-app.js";
import type { NotesReport } from "../../domain/notes/notes.js";
import type { Host } from "../../hosts/host.js";

/** What a first installation imports. */
export interface FirstRun {
  readonly history?: Awaited<ReturnType<typeof readHistory>> | undefined;
  readonly notes?: NotesReport | undefined;
  /** New candidates from the repository itself. */
  readonly facts?: number;
}

/** Maximum number of sessions whose folders are searched for notes. */
const maxSessions = 2000;

/** The newest sessions are imported first; after the timeout the rest is left to `import sessions`. */
const periodsDays = [14, 90, undefined];
const timeoutMs = 25_000;

/** Imports the sessions that agents left on this machine, until the timeout; `left` counts older ones. */
export async function readHistory(app: CommandCall, hosts: readonly Host[]) {
  const agents = hosts.filter(({ transcripts }) => transcripts).map(({ id }) => id);
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

/** Imports agents' notes: the user's own, and those of this project and of projects with sessions. */
export async function readNotes(app: CommandCall, hosts: readonly Host[]): Promise<NotesReport> {
  const sessions = await app.sessions.list(app.call, { limit: maxSessions });
  const folders = [app.call.folder, ...sessions.map(({ folder }) => folder).filter((folder) => folder !== "")];
  const roots = new Set<string>();
  for (const folder of new Set(folders)) roots.add(await app.identity.root(folder));
  return app.notes.importAll(app.call, { hosts, folders: [...roots], dryRun: false });
}

/** What this repository says about itself, offered if no agent has worked in it yet. */
export async function readFacts(app: CommandCall): Promise<number> {
  const root = await app.identity.root(app.call.folder);
  const sessions = await app.sessions.list(app.call, { limit: maxSessions });
  for (const folder of new Set(sessions.map((session) => session.folder)))
    if (folder !== "" && (await app.identity.root(folder)) === root) return 0;
  return (await app.repositoryFacts.offer(app.call, await app.repositoryFacts.read(root))).length;
}

export function importLines({ history, notes, facts = 0 }: FirstRun): Lines {
  const { transcripts = 0, left = 0 } = history ?? {};
  const { memories = 0, withSecrets = 0 } = notes ?? {};
  const them = (amount: number) => (amount === 1 ? "it" : "them");
  const kind = memories === 1 ? "a candidate memory" : "candidate memories";
  const redacted = withSecrets > 0 ? ` Secrets were removed from ${formatCount(withSecrets, "note")}.` : "";
  return [
    transcripts > 0 &&
      `Imported ${formatCount(transcripts, "session")}. Search ${them(transcripts)} with \`throughline archive search "<query>"\`.`,
    left > 0 &&
      `${formatCount(left, "older session")} left. Import ${them(left)} with \`throughline import sessions\`.`,
    memories > 0 &&
      `Imported ${formatCount(memories, "note")} as ${kind}. Agents receive ${them(memories)} once you verify ${them(memories)}.${redacted}`,
    facts > 0 && `This repository says ${formatCount(facts, "thing")} worth knowing. Review with \`throughline init\`.`,
  ];
}
