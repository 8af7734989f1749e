import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { promisify } from "node:util";
import type { Sandbox, SandboxVerdict } from "../sandbox.js";
import { bubblewrapArgs } from "./bubblewrap-args.js";

const run = promisify(execFile);

/** bubblewrap, if it is installed and the kernel allows it; probed once. */
export function bubblewrap(): Sandbox {
  let verdict: Promise<SandboxVerdict> | undefined;
  return {
    probe: () => {
      verdict ??= probe();
      return verdict;
    },

    async wrap(file, args, plan) {
      return { file: "bwrap", args: [...(await bubblewrapArgs(plan, homedir())), "--", file, ...args] };
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
    const stderr = error instanceof Error && "stderr" in error ? String(error.stderr).trim().split("\n")[0] : "";
    return {
      works: false,
      about: isMissing ? "bubblewrap is not installed" : `bubblewrap does not work here: ${stderr}`,
    };
  }
}
