import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DemoHome, demoHomeIn } from "../../demo/demo-home.js";
import { sharedFolder } from "../support/shared-folder.js";

/**
 * A new sample home. Made once for each of those that are open at the same time and then copied, which takes a tenth of the
 * time. Always at the path where it was made, because the database and the transcripts contain it.
 */
export async function openDemoHome(): Promise<DemoHome> {
  const shared = sharedFolder();
  if (shared === undefined) return make(mkdtempSync(join(tmpdir(), "throughline-page-")));
  const folder = reserveFolder(shared);
  const template = `${folder}-template`;
  remove(folder);
  if (!existsSync(template)) {
    mkdirSync(folder);
    await make(folder);
    renameSync(folder, template);
  }
  await cp(template, folder, { recursive: true, preserveTimestamps: true });
  return demoHomeIn(folder);
}

export function removeDemoHome({ folder }: DemoHome): void {
  remove(folder);
  remove(reservationOf(folder));
}

/** Creating the reservation fails for all but one of the processes that try. */
function reserveFolder(shared: string): string {
  for (let n = 1; ; n++) {
    const folder = join(shared, `demo-${n}`);
    try {
      mkdirSync(reservationOf(folder));
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

const reservationOf = (folder: string) => `${folder}-reserved`;

/** Again, because git may still write into it. */
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });

/** Imported only here, because it loads the whole product. */
async function make(folder: string): Promise<DemoHome> {
  const { makeDemoHome } = await import("../../demo/make-demo-home.js");
  const { openTestDemoApp } = await import("./open-test-demo-app.js");
  return makeDemoHome(folder, openTestDemoApp);
}
