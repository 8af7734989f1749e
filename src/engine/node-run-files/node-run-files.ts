import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { RunFiles, Transcript } from "../run-files.js";

/** A program that prints without end must not fill the disk. */
const maxBytes = 256 * 1024 * 1024;

export const nodeRunFiles: RunFiles = { openTranscript, remove: (path) => rm(path, { force: true }) };

function openTranscript(folder: string, id: string): Transcript {
  const path = join(folder, `${id}.log`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = openSync(path, "wx", 0o600);
  let bytesLeft = maxBytes;
  return {
    path,
    // Written synchronously: a queue in memory would grow without bound when the program is faster than the disk.
    write(text) {
      if (bytesLeft <= 0) return;
      bytesLeft -= writeSync(file, text);
      if (bytesLeft <= 0) writeSync(file, "\n[The rest was not kept.]\n");
    },
    close: () => closeSync(file),
  };
}
