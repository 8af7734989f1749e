import type { Verifier } from "../scan.js";

const longestFile = 8192;

/** The private lines of a PuTTY key file, to the end of the file. */
export const puttyKey: Verifier = {
  words: ["private-lines:"],
  verify(scan, start, end) {
    const { text } = scan;
    const mac = text.slice(end, end + longestFile).search(/\nPrivate-(?:MAC|Hash):/);
    const blockEnd = mac < 0 ? Math.min(text.length, end + longestFile) : end + mac;
    scan.steps += blockEnd - end;
    if (text.slice(Math.max(0, start - 2048), start).includes("PuTTY-User-Key-File")) {
      scan.report("private-key", start, blockEnd);
    }
  },
};
