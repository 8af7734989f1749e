import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const variable = "TEST_SHARED_FOLDER";

/** A folder for what is made once for all slow tests, because making it takes longer than most of them. */
export function setup(): () => void {
  // Made already, for another project of the same run.
  if (sharedFolder() !== undefined) return () => {};
  // Each process would read these certificates at its start, and no test asks anything outside this machine.
  delete process.env.NODE_EXTRA_CA_CERTS;
  const folder = mkdtempSync(join(tmpdir(), "throughline-shared-"));
  // Another user runs PostgreSQL where root runs the tests.
  chmodSync(folder, 0o755);
  process.env[variable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Undefined for tests that run without the setup. */
export const sharedFolder = (): string | undefined => process.env[variable];
