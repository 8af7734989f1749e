import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import type { Socket } from "node:net";
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

/**
 * Waits on a pipe that only we hold. A line means that the run ended normally; the end of the pipe means that we died,
 * even by SIGKILL: then it kills the run's group and every process with its marker.
 */
const script = `
trap '' TERM INT HUP
if read -r word; then exit 0; fi
kill -TERM "-$1" 2>/dev/null
sleep 1
kill -KILL "-$1" 2>/dev/null
for file in /proc/[0-9]*/environ; do
  if grep -qz "^$2\\$" "$file" 2>/dev/null; then
    pid="\${file#/proc/}"
    kill -KILL "\${pid%/environ}" 2>/dev/null
  fi
done`;

export interface Watchdog {
  /** The run ended normally. */
  dismiss(): void;
}

/** Ends a run when this process is killed. Windows has no such shell; there the run ends with its pipes. */
export function startWatchdog(group: number, marker: string): Watchdog {
  if (process.platform === "win32") return { dismiss() {} };
  const watchdog = spawn("/bin/sh", ["-c", script, "throughline-watchdog", String(group), marker], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
    cwd: "/",
  });
  watchdog.on("error", () => {});
  watchdog.stdin.on("error", () => {});
  watchdog.unref();
  (watchdog.stdin as Socket).unref();
  return { dismiss: () => void watchdog.stdin.end("done\n") };
}
