import { decodeRuns, decodeStretches } from "./decode-text.js";
import type { Finding } from "./finding.js";
import type { SecretFinder } from "./scan/find-secrets.js";

/**
 * Secrets behind an encoding that is cheap to undo: percent signs, JSON escapes, characters that are not seen or
 * look alike, base64 and hexadecimal. Each is undone once; what was encoded twice stays.
 */
export function findEncoded(text: string, finder: SecretFinder, path: string | undefined): Finding[] {
  const inStretches = decodeStretches(text).flatMap(({ text: decoded, positions }) =>
    finder.find(decoded, path).findings.map(({ rule, start, end }) => ({
      rule,
      start: positions[start] ?? 0,
      end: positions[end] ?? text.length,
    })),
  );
  const inRuns = decodeRuns(text).flatMap(({ start, end, text: decoded }) => {
    const rule = finder.find(decoded, path).findings[0]?.rule;
    return rule === undefined ? [] : [{ rule, start, end }];
  });
  return [...inStretches, ...inRuns];
}
