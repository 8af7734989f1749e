import type { Scan } from "../scan/scan.js";
import { visitCandidates } from "./candidates.js";
import { scoreOf } from "./credential-model.js";

interface Found {
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/** Reports what the model takes for passwords and keys; of stretches that overlap the likeliest. */
export function detectCredentials(scan: Scan): void {
  const { text, mentions } = scan;
  const found: Found[] = [];
  visitCandidates(text, mentions, (start, end, hints) => {
    const score = scoreOf(text, start, end, hints);
    if (score !== undefined) found.push({ start, end, score });
  });
  found.sort((a, b) => a.start - b.start);
  let best: Found | undefined;
  for (const one of found) {
    if (best && one.start < best.end && one.score <= best.score) continue;
    if (best && one.start >= best.end) scan.report("spoken-secret", best.start, best.end);
    best = one;
  }
  if (best) scan.report("spoken-secret", best.start, best.end);
}
