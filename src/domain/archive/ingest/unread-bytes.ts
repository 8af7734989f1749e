import type { TranscriptFiles } from "../../../engine/transcript-files.js";
import { transcriptFormats } from "../../../hosts/all-hosts.js";
import type { Transcript, TranscriptStore } from "../../../store/archive/transcript-store.js";
import { localTenant } from "../local-tenant.js";

/** Whether a session is no file of lines: the size of a file does not show what is new. */
export const isGathered = ({ agent, path }: Pick<Transcript, "agent" | "path">): boolean =>
  transcriptFormats[agent]?.isGathered?.(path) === true;

/** How much there is to read of a transcript; undefined when it need not be read. */
export async function unreadBytes(
  { agent, path }: Pick<Transcript, "agent" | "path">,
  since: string | undefined,
  { store, files }: { store: TranscriptStore; files: TranscriptFiles },
): Promise<number | undefined> {
  if (isGathered({ agent, path })) return 0;
  const transcript = await store.find(localTenant, path);
  const size = await files.size(path);
  if (size === undefined || transcript?.readBytes === size) return undefined;
  if (since !== undefined && !(await wasWrittenSince(files, path, size, since))) return undefined;
  return transcript && transcript.readBytes < size ? size - transcript.readBytes : size;
}

const tailBytes = 65_536;

/** By the times in the file, because copying or syncing changes the file's own. */
async function wasWrittenSince(files: TranscriptFiles, path: string, size: number, since: string): Promise<boolean> {
  const tail = Buffer.from(await files.read(path, Math.max(0, size - tailBytes), tailBytes)).toString("utf8");
  const times = tail.match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g);
  return !times || (times.toSorted().at(-1) ?? "") >= since.slice(0, 19);
}
