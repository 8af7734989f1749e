import { spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Waits on a pipe that only we hold. A word means that the run ended in order; the end of the pipe means that we died,
 * even by SIGKILL: then the run's group ends, and whatever still carries its mark.
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
  /** The run ended in order. */
  dismiss(): void;
}

/** Ends a run when this process dies without being able to. Windows has no such shell; there the run ends with its pipes. */
export function startWatchdog(group: number, mark: string): Watchdog {
  if (process.platform === "win32") return { dismiss() {} };
  const watchdog = spawn("/bin/sh", ["-c", script, "throughline-guard", String(group), mark], {
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
