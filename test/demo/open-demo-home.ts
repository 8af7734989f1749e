import { existsSync, mkdirSync, mkdtempSync, renameSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sharedFolder } from "../support/shared-folder.js";
import { type DemoHome, demoHomeIn } from "./demo-home.js";

/**
 * A new sample home. Made once for each of the test runner's workers and then copied, which takes a tenth of the time.
 * Always at the worker's own path, because the database and the transcripts contain it.
 */
export async function openDemoHome(): Promise<DemoHome> {
  const shared = sharedFolder();
  if (shared === undefined) return make(mkdtempSync(join(tmpdir(), "throughline-page-")));
  const folder = join(shared, `demo-${process.env.VITEST_POOL_ID}`);
  const template = `${folder}-template`;
  await rm(folder, { recursive: true, force: true });
  if (!existsSync(template)) {
    mkdirSync(folder);
    await make(folder);
    renameSync(folder, template);
  }
  await cp(template, folder, { recursive: true, preserveTimestamps: true });
  return demoHomeIn(folder);
}

/** Imported only here, because it loads the whole product. */
async function make(folder: string): Promise<DemoHome> {
  const { makeDemoHome } = await import("./make-demo-home.js");
  return makeDemoHome(folder);
}
