import type { SandboxVerdict } from "./sandbox.js";

/** A sandbox works, or does not, for as long as the process lives. */
export function probeOnce(probe: () => Promise<SandboxVerdict>): () => Promise<SandboxVerdict> {
  let verdict: Promise<SandboxVerdict> | undefined;
  return () => {
    verdict ??= probe();
    return verdict;
  };
}

/** The first line that a failed program wrote, or why it did not start. */
export function failureReason(error: unknown): string {
  const stderr = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
  return (stderr || (error instanceof Error ? error.message : "")).split("\n")[0] ?? "";
}
