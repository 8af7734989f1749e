import { readdir, readFile } from "node:fs/promises";

/** Set for every process of a run, with the run's mark; and, for sub-agents, the word that they are one. */
export const runMarker = "THROUGHLINE_RUN";
export const agentMarker = "THROUGHLINE_AGENT_DEPTH";

/** What tells the processes of one run from those of all others, also of those with the same id. */
export const markerFor = (id: string, unique: string): string => `${id}/${unique}`;

/** The environment that a process was started with, or nothing where the system does not tell. */
export async function environmentOf(pid: number): Promise<string[]> {
  try {
    return (await readFile(`/proc/${pid}/environ`, "utf8")).split("\0");
  } catch {
    return [];
  }
}

/** Every process there is, where the system lists them as files. */
const allProcesses = async () =>
  (await readdir("/proc").catch(() => [])).map(Number).filter((pid) => Number.isInteger(pid));

/** Processes of a group that still run: an ended one stays in the group until its parent asks for its exit code. */
export async function livingInGroup(group: number): Promise<number[]> {
  const pids = await allProcesses();
  const living = await Promise.all(
    pids.map(async (pid) => {
      const facts = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      const [state = "Z", , groupOf] = facts.slice(facts.lastIndexOf(")") + 2).split(" ");
      return Number(groupOf) === group && state !== "Z" && state !== "X" ? [pid] : [];
    }),
  );
  return living.flat();
}

/** Processes that carry the mark of a run, or of any run with that id, also those that left its group. Linux alone tells. */
export async function findMarkedProcesses(markOrId: string): Promise<number[]> {
  const pids = await allProcesses();
  const mark = `${runMarker}=${markOrId}`;
  const isMarked = (entry: string) => entry === mark || entry.startsWith(`${mark}/`);
  const marked = await Promise.all(pids.map(async (pid) => ((await environmentOf(pid)).some(isMarked) ? [pid] : [])));
  return marked.flat().filter((pid) => pid !== process.pid);
}
