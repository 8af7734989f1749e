import type { Verifier } from "../scan.js";

const longestFile = 8192;
const longestHead = 2048;

/** The private lines of a PuTTY key file, to the line that seals them. */
export const puttyKey: Verifier = {
  words: ["private-lines:"],
  verify(scan, start, end) {
    const { text } = scan;
    scan.steps += longestHead;
    if (!text.slice(Math.max(0, start - longestHead), start).includes("PuTTY-User-Key-File")) return;
    const seal = text.slice(end, end + longestFile).search(/\nPrivate-(?:MAC|Hash):/);
    scan.report("private-key", start, seal < 0 ? Math.min(text.length, end + longestFile) : end + seal);
  },
};
