import { readdir, readFile } from "node:fs/promises";

/** Variables of every process of a run (its marker) and of every sub-agent. */
export const runMarker = "THROUGHLINE_RUN";
export const agentMarker = "THROUGHLINE_AGENT_DEPTH";

/** The initial environment of a process; empty where /proc is missing. */
export const environmentOf = async (pid: number): Promise<string[]> =>
  (await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "")).split("\0");

/** All processes; empty where /proc is missing. */
const listPids = async () =>
  (await readdir("/proc").catch(() => [])).map(Number).filter((pid) => Number.isInteger(pid));

/** Running processes of a group: a zombie stays in its group until its parent waits for it. */
export async function findLiveInGroup(group: number): Promise<number[]> {
  const live = (await listPids()).map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const [state = "Z", , processGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(processGroup) === group && state !== "Z" && state !== "X" ? [pid] : [];
  });
  return (await Promise.all(live)).flat();
}

/** Processes with the marker of a run, or of any run with that id, including those that left its group. Linux only. */
export async function findMarkedProcesses(markerOrId: string): Promise<number[]> {
  const pids = await listPids();
  const marker = `${runMarker}=${markerOrId}`;
  const hasMarker = (entry: string) => entry === marker || entry.startsWith(`${marker}/`);
  const matches = await Promise.all(pids.map(async (pid) => ((await environmentOf(pid)).some(hasMarker) ? [pid] : [])));
  return matches.flat().filter((pid) => pid !== process.pid);
}
