import { spawn } from "node:child_process";
import type { Socket } from "node:net";

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
