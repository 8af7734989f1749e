import type { Detector } from "../scan/scan.js";

const maxFileBytes = 8192;
const maxHeadLength = 2048;

/** The private lines of a PuTTY key file, to the line that seals them. */
export const puttyKey: Detector = {
  words: ["private-lines:"],
  detect(scan, start, end) {
    const { text } = scan;
    scan.steps += maxHeadLength;
    if (!text.slice(Math.max(0, start - maxHeadLength), start).includes("PuTTY-User-Key-File")) return;
    const seal = text.slice(end, end + maxFileBytes).search(/\nPrivate-(?:MAC|Hash):/);
    scan.report("private-key", start, seal < 0 ? Math.min(text.length, end + maxFileBytes) : end + seal);
  },
};
