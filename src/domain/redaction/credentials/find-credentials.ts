import type { Finding } from "../finding.js";
import { isDummy, isDummyBase64, isPlaceholder } from "../heuristics/is-placeholder.js";
import { isPublicValue } from "../heuristics/is-public-value.js";
import type { Scan } from "../scan/scan.js";
import { visitCandidates } from "./candidates.js";
import { scoreOf } from "./credential-model.js";

interface Found {
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/** Candidates come in order of the words that they are parts of. */
const maxBack = 512;

/** Reports what the model takes for passwords and keys where no rule found any; of stretches that overlap the likeliest. */
export function detectCredentials(scan: Scan): void {
  const { text, mentions } = scan;
  // A word alone has no context: ids and hashes of rows are such words.
  if (mentions.length === 0 && !/\s/.test(text)) return;
  const found: Found[] = [];
  const known = scan.result();
  let next = 0;
  visitCandidates(text, mentions, (start, end, hints) => {
    while (next < known.length && (known[next] as Finding).end < start - maxBack) next++;
    for (let i = next; i < known.length && (known[i] as Finding).start < end; i++)
      if ((known[i] as Finding).end > start) return;
    const score = scoreOf(text, start, end, hints);
    if (score !== undefined && !isHarmless(text.slice(start, end))) found.push({ start, end, score });
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

/** `admin_inlines_holder4_add`, a name; `2822:25-2822:40`, a range of a file. */
const plainName = /^[a-z]+\d?(?:_[a-z]+\d?){2,}$|^\d+(?::\d+)+(?:-\d+(?::\d+)*)?$/;

const isHarmless = (value: string): boolean =>
  plainName.test(value) || isPlaceholder(value) || isDummy(value) || isDummyBase64(value) || isPublicValue(value);
