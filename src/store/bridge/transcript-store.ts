import type { RunFiles, Transcript } from "../../engine/run-files.js";

/** Everything that runs printed, a line at a time. */
export interface TranscriptStore {
  open(id: string): Transcript;
  remove(paths: readonly string[]): Promise<void>;
}

export function openTranscriptStore(files: RunFiles, folder: string): TranscriptStore {
  return {
    open: (id) => files.openTranscript(folder, id),
    async remove(paths) {
      for (const path of paths) await files.remove(path);
    },
  };
}
