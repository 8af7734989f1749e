import { type ChildProcess, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { findMarkedProcesses, livingInGroup } from "./process-markers.js";

/** How long a run may take to end by itself once asked. */
const graceMs = 2000;

/** Ends the whole group of a run, those of its processes that left the group, and waits until they are gone. */
export async function stopRun(child: ChildProcess, mark: string, { isGone }: { isGone: boolean }): Promise<void> {
  const group = child.pid ?? 0;
  if (process.platform === "win32") {
    if (!isGone) spawnSync("taskkill", ["/pid", String(group), "/t", "/f"]);
    return;
  }
  if (signalGroup(group, "SIGTERM")) await untilGone(group, isGone ? 500 : graceMs);
  if (signalGroup(group, "SIGKILL")) await untilGone(group, 1000);
  await killMarked(mark);
}

/** A process may start another one while we look: looked at again until none is left. */
async function killMarked(mark: string): Promise<void> {
  for (let round = 0; round < 5; round++) {
    const left = await findMarkedProcesses(mark);
    if (left.length === 0) return;
    for (const pid of left) signal(pid, "SIGKILL");
    await sleep(20);
  }
}

async function untilGone(group: number, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end && (await isGroupAlive(group))) await sleep(15);
}

const signalGroup = (group: number, name: NodeJS.Signals) => signal(-group, name);

async function isGroupAlive(group: number): Promise<boolean> {
  if (!signal(-group, 0)) return false;
  return process.platform !== "linux" || (await livingInGroup(group)).length > 0;
}

/** False when there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
