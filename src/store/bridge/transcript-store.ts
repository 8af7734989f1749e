import type { RunFiles, Transcript } from "../../engine/run-files.js";

/** Output of runs. */
export type TranscriptStore = ReturnType<typeof openTranscriptStore>;

export const openTranscriptStore = (files: RunFiles, folder: string) => ({
  open: (id: string): Transcript => bufferWrites(files.openTranscript(folder, id)),
  async remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) await files.remove(path);
  },
});

const blockCharacters = 64 * 1024;

/** Redacts and writes lines in blocks: one by one, a flood of short lines would take minutes. */
function bufferWrites(transcript: Transcript): Transcript {
  let pending: string[] = [];
  let size = 0;
  const flush = () => {
    if (size > 0) transcript.write(pending.join(""));
    pending = [];
    size = 0;
  };
  return {
    path: transcript.path,
    write(text) {
      pending.push(text);
      size += text.length;
      if (size >= blockCharacters) flush();
    },
    close() {
      flush();
      transcript.close();
    },
  };
}
