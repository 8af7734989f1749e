import { AppError } from "../../base/errors.js";
import { type GitOptions, runGit, tryGit } from "./run-git.js";

/** Caps memory: a patch of generated files can be arbitrarily large. */
const limits = { timeoutMs: 120_000, maxOutputBytes: 256 * 1024 * 1024 };

/** The output of git, or undefined when it fails or is not installed. */
export const tryIsolated = (path: string, args: readonly string[], options?: GitOptions): Promise<string | undefined> =>
  tryGit(path, args, { ...limits, ...options }).catch(() => undefined);

/** The output of a git that must succeed. */
export async function runIsolated(path: string, args: readonly string[], options?: GitOptions): Promise<string> {
  const { code, out, error } = await runGit(path, args, { ...limits, ...options });
  if (code === 0) return out.toString();
  throw toAppError(path, args, error.trim().split("\n")[0]?.slice(0, 300) ?? "");
}

function toAppError(path: string, args: readonly string[], reason: string): AppError {
  const command = args.find((arg) => !arg.startsWith("-")) ?? "";
  if (/dubious ownership|Permission denied/i.test(reason)) {
    return new AppError("forbidden", `git may not work in ${path}: ${reason}`, {
      code: "PERMISSION_DENIED",
      hint: "Check the owner and permissions of the folder, or add it to git's safe.directory.",
    });
  }
  return new AppError("unavailable", `git ${command} failed in ${path}: ${reason}`, {
    code: "PATH_INVALID",
    hint: "Run the same command there by hand to see more.",
  });
}
