import type { RunFiles, Transcript } from "../../engine/run-files.js";

/** Everything that runs printed, a line at a time. */
export interface TranscriptStore {
  open(id: string): Transcript;
  remove(paths: readonly string[]): Promise<void>;
}

export function openTranscriptStore(files: RunFiles, folder: string): TranscriptStore {
  return {
    open: (id) => inBlocks(files.openTranscript(folder, id)),
    async remove(paths) {
      for (const path of paths) await files.remove(path);
    },
  };
}

const blockCharacters = 64 * 1024;

/** Lines are gathered before they are cleaned and written: one by one, a flood of short ones would take minutes. */
function inBlocks(transcript: Transcript): Transcript {
  let held: string[] = [];
  let size = 0;
  const flush = () => {
    if (size > 0) transcript.write(held.join(""));
    held = [];
    size = 0;
  };
  return {
    path: transcript.path,
    write(text) {
      held.push(text);
      size += text.length;
      if (size >= blockCharacters) flush();
    },
    close() {
      flush();
      transcript.close();
    },
  };
}
