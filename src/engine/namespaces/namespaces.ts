import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { promisify } from "node:util";
import { failureReason, probeOnce } from "../probe-sandbox.js";
import type { Sandbox, SandboxMount, SandboxVerdict } from "../sandbox.js";
import { sandboxMounts } from "../sandbox-mounts.js";
import { enterScript } from "./enter-script.js";

const run = promisify(execFile);

const letters: Readonly<Record<SandboxMount["kind"], string>> = { empty: "e", blank: "b", read: "r", write: "w" };

/** User and mount namespaces of the Linux kernel, entered with `unshare` of util-linux; probed once. */
export const namespaces = (): Sandbox => ({
  probe: probeOnce(probe),
  async wrap(file, args, plan) {
    const mounts = await sandboxMounts(plan, homedir());
    return { file: "unshare", args: unshareArgs(plan.folder, mounts, [file, ...args]) };
  },
});

function unshareArgs(folder: string, mounts: readonly SandboxMount[], command: readonly string[]): string[] {
  const ids = [process.getuid?.() ?? 0, process.getgid?.() ?? 0].map(String);
  return [
    ..."--user --map-root-user --mount --ipc --propagation private -- /bin/sh -c".split(" "),
    ...[enterScript, "throughline-sandbox", ...ids, folder, String(mounts.length)],
    ...mounts.map(({ kind, path }) => `${letters[kind]}:${path}`),
    ...command,
  ];
}

/** Tries what a run needs: the disk must be read-only inside, and a private folder writable. */
async function probe(): Promise<SandboxVerdict> {
  if (process.platform !== "linux") return { works: false, about: "kernel namespaces are available on Linux only" };
  const trial = "! touch /throughline-probe 2>/dev/null && touch /dev/shm/probe";
  try {
    await run("unshare", unshareArgs("/", [], ["/bin/sh", "-c", trial]), { timeout: 10_000 });
    return { works: true, layer: "namespaces", about: "kernel namespaces work (unshare)" };
  } catch (error) {
    return { works: false, about: `kernel namespaces do not work here: ${failureReason(error)}` };
  }
}
