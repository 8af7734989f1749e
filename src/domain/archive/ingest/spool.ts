import { dayMs } from "../../../base/days.js";
import type { Runtime } from "../../../base/runtime.js";
import type { TranscriptFiles } from "../../../engine/transcript-files.js";
import type { TranscriptStore } from "../../../store/archive/transcript-store.js";
import { localTenant } from "../local-tenant.js";
import { readSpoolLine } from "./spool-line.js";

type Deps = { folder: string; files: TranscriptFiles; store: TranscriptStore; runtime: Runtime };

const retentionDays = 2;

/** Where hooks report transcripts that grew, one file per day. */
export function createSpool({ folder, files, store, runtime }: Deps) {
  /** How long each file was when all of it was read. */
  const sizes = new Map<string, number>();

  return {
    /** Queues the transcripts that grew; the queue and the position in the spool are stored together. */
    async drain(): Promise<void> {
      for (const path of await files.listBelow(folder, 1)) {
        const size = (await files.size(path)) ?? 0;
        if (size !== sizes.get(path)) await drainFile(path, size);
      }
    },

    /** Whether there are entries that have not been read; does not open the database. */
    async hasNews(): Promise<boolean> {
      for (const path of await files.listBelow(folder, 1))
        if ((await files.size(path)) !== sizes.get(path)) return true;
      return false;
    },
  };

  async function drainFile(path: string, size: number): Promise<void> {
    const name = path.slice(folder.length + 1);
    const from = await store.spoolPosition(name);
    const bytes = Buffer.from(size > from ? await files.read(path, from, size - from) : new Uint8Array());
    const end = bytes.lastIndexOf(10) + 1;
    const lines = bytes.toString("utf8", 0, end).split("\n");
    const newest = new Map(lines.flatMap((line) => readSpoolLine(line) ?? []).map((one) => [one.path, one]));
    const notices = [...newest.values()];
    // Another process may have read on meanwhile, and not as far: then it is looked at again.
    if (end > 0 && !(await store.enqueue(localTenant, notices, { name, from, to: from + end }))) return;
    sizes.set(path, size);
    const isOld = runtime.now().getTime() - Date.parse(name.slice(0, 10)) > (retentionDays + 1) * dayMs;
    if (!isOld || from + end < size) return;
    await files.remove(path);
    await store.forgetSpool(name);
    sizes.delete(path);
  }
}
