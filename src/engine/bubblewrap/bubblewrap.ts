import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { promisify } from "node:util";
import type { Sandbox, SandboxVerdict } from "../sandbox.js";
import { confinement } from "./confinement.js";

const run = promisify(execFile);

/** bubblewrap where it is installed and the kernel lets it work; asked once. */
export function bubblewrap(): Sandbox {
  let asked: Promise<SandboxVerdict> | undefined;
  return {
    probe: () => {
      asked ??= probe();
      return asked;
    },

    async wrap(file, args, plan) {
      return { file: "bwrap", args: [...(await confinement(plan, homedir())), "--", file, ...args] };
    },
  };
}

async function probe(): Promise<SandboxVerdict> {
  if (process.platform !== "linux") return { works: false, about: "bubblewrap is available on Linux only" };
  const trial = [
    "--die-with-parent",
    "--unshare-pid",
    "--ro-bind",
    "/",
    "/",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "true",
  ];
  try {
    await run("bwrap", trial, { timeout: 10_000 });
    return { works: true, about: "bubblewrap works" };
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim().split("\n")[0] : "";
    return { works: false, about: isMissing ? "bubblewrap is not installed" : `bubblewrap cannot work here: ${said}` };
  }
}
