import { type ChildProcess, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { findLiveInGroup, findMarkedProcesses } from "./process-markers.js";

/** Time between SIGTERM and SIGKILL. */
const graceMs = 2000;

/** Ends the process group of a run and the processes that left it, and waits until they are gone. */
export async function stopRun(child: ChildProcess, marker: string, { isGone }: { isGone: boolean }): Promise<void> {
  const group = child.pid ?? 0;
  if (process.platform === "win32") {
    if (!isGone) spawnSync("taskkill", ["/pid", String(group), "/t", "/f"]);
    return;
  }
  if (signal(-group, "SIGTERM")) await waitUntilGone(group, isGone ? 500 : graceMs);
  if (signal(-group, "SIGKILL")) await waitUntilGone(group, 1000);
  await killByMarker(marker);
}

/** A process may start another one meanwhile, so this repeats until none is left. */
async function killByMarker(marker: string): Promise<void> {
  for (let round = 0; round < 5; round++) {
    const pids = await findMarkedProcesses(marker);
    if (pids.length === 0) return;
    for (const pid of pids) signal(pid, "SIGKILL");
    await sleep(20);
  }
}

async function waitUntilGone(group: number, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end && (await isGroupAlive(group))) await sleep(15);
}

async function isGroupAlive(group: number): Promise<boolean> {
  if (!signal(-group, 0)) return false;
  return process.platform !== "linux" || (await findLiveInGroup(group)).length > 0;
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
