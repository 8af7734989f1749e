import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { systemCode } from "../../base/errors.js";
import { isShim, shimCommand } from "../../base/shim-command.js";
import { withTimeout } from "../../base/with-timeout.js";
import type { AgentProcess, ProcessEnd, ProcessRequest } from "../agent-process.js";
import { runMarker } from "./process-markers.js";
import { startWatchdog, stopRun, type Watchdog } from "./stop-run.js";

/** A pipe may stay open after its program exited: a child process may hold the other end. */
const drainMs = 300;

export function createRunner(): Pick<AgentProcess, "run" | "stopAll"> {
  const stops = new Set<() => void>();
  const running = new Set<Promise<ProcessEnd>>();
  return {
    run(request) {
      const ended = runProcess(request, stops);
      running.add(ended);
      void ended.finally(() => running.delete(ended));
      return ended;
    },
    async stopAll() {
      for (const stop of stops) stop();
      await Promise.allSettled(running);
    },
  };
}

type Cut = "timeout" | "cancelled";

async function runProcess(request: ProcessRequest, stops: Set<() => void>): Promise<ProcessEnd> {
  if (request.signal.aborted) return { kind: "cancelled" };
  // Two servers may start the same run id: the first to finish must not stop the other's processes.
  const marker = `${request.id}/${randomUUID()}`;
  // Registered before the start, so that `stopAll` also stops a process that is about to start.
  const { cut, release } = watchForCut(request, stops);
  const child = await start(request, marker);
  if (child instanceof Error) {
    release();
    return toUnstartable(child);
  }
  const watchdog = startWatchdog(child.pid ?? 0, `${runMarker}=${marker}`);
  feed(child, request);
  const exited = exitOf(child);
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const first = await Promise.race([exited, cut]);
  release();
  if (typeof first !== "string") await withTimeout(closed, drainMs, undefined);
  return finish(child, marker, watchdog, first);
}

/** The process, or why it did not start: some failures are events, some are thrown. */
async function start(
  { file, args, folder, environment }: ProcessRequest,
  marker: string,
): Promise<ChildProcess | Error> {
  const [program = file, ...before] = isShim(file) ? await resolveShim(file) : [file];
  return new Promise((settle) => {
    try {
      const child = spawn(program, [...before, ...args], {
        cwd: folder,
        env: { ...environment, [runMarker]: marker },
        stdio: ["pipe", "pipe", "pipe"],
        detached: process.platform !== "win32",
        windowsHide: true,
      });
      child.once("spawn", () => settle(child));
      child.once("error", (error) => settle(error));
    } catch (error) {
      settle(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

const resolveShim = async (file: string) =>
  shimCommand(file, await readFile(file, "utf8").catch(() => ""), process.execPath) ?? [file];

function feed(child: ChildProcess, { input, output }: ProcessRequest): void {
  // A program that does not read all its input breaks the pipe; its answer still counts.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input ?? "");
  child.stdout?.on("data", (chunk: Uint8Array) => output("stdout", chunk));
  child.stderr?.on("data", (chunk: Uint8Array) => output("stderr", chunk));
}

/** Resolves with the time limit, the caller's signal or `stopAll`, whichever comes first. */
function watchForCut({ timeoutMs, signal }: ProcessRequest, stops: Set<() => void>) {
  let settle: (cut: Cut) => void = () => {};
  const cut = new Promise<Cut>((resolve) => {
    settle = resolve;
  });
  const cancel = () => settle("cancelled");
  const timer = setTimeout(() => settle("timeout"), timeoutMs);
  signal.addEventListener("abort", cancel, { once: true });
  stops.add(cancel);
  const release = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
    stops.delete(cancel);
  };
  return { cut, release };
}

type Exit = Extract<ProcessEnd, { kind: "exited" }>;

const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((exited) => child.once("exit", (code, signal) => exited({ kind: "exited", code, signal })));

async function finish(child: ChildProcess, marker: string, watchdog: Watchdog, first: Exit | Cut): Promise<ProcessEnd> {
  await stopRun(child, marker, { isGone: typeof first !== "string" });
  child.stdout?.destroy();
  child.stderr?.destroy();
  watchdog.dismiss();
  return typeof first === "string" ? { kind: first } : first;
}

function toUnstartable(error: Error): ProcessEnd {
  const code = systemCode(error);
  const reason = code === "ENOENT" ? "missing" : code === "EACCES" || code === "EPERM" ? "denied" : "other";
  return { kind: "unstartable", reason, message: error.message };
}
