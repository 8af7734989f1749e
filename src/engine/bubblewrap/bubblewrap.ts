import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { promisify } from "node:util";
import { systemCode } from "../../base/errors.js";
import { failureReason, probeOnce } from "../probe-sandbox.js";
import type { Sandbox, SandboxMount, SandboxVerdict } from "../sandbox.js";
import { sandboxMounts } from "../sandbox-mounts.js";

const run = promisify(execFile);

/** As root bubblewrap would keep the right to mount, and the program could undo the sandbox. */
const rootArgs = process.getuid?.() === 0 ? ["--unshare-user"] : [];
const namespaceArgs = ["--die-with-parent", "--unshare-pid", "--unshare-ipc", ...rootArgs, "--cap-drop", "ALL"];
const diskArgs = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];

/** bubblewrap, if it is installed and the kernel allows it; probed once. */
export const bubblewrap = (): Sandbox => ({
  probe: probeOnce(probe),
  async wrap(file, args, plan) {
    const mounts = (await sandboxMounts(plan, homedir())).flatMap(mountArgs);
    const options = [...namespaceArgs, ...diskArgs, ...mounts, "--chdir", plan.folder];
    return { file: "bwrap", args: [...options, "--", file, ...args] };
  },
});

function mountArgs({ kind, path }: SandboxMount): string[] {
  if (kind === "empty") return ["--tmpfs", path];
  if (kind === "blank") return ["--ro-bind", "/dev/null", path];
  return [kind === "write" ? "--bind" : "--ro-bind", path, path];
}

async function probe(): Promise<SandboxVerdict> {
  if (process.platform !== "linux") return { works: false, about: "bubblewrap is available on Linux only" };
  try {
    await run("bwrap", [...namespaceArgs, ...diskArgs, "true"], { timeout: 10_000 });
    return { works: true, layer: "bubblewrap", about: "bubblewrap works" };
  } catch (error) {
    if (systemCode(error) === "ENOENT") return { works: false, about: "bubblewrap is not installed" };
    return { works: false, about: `bubblewrap does not work here: ${failureReason(error)}` };
  }
}
