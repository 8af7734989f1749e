// What the archive draws from sessions without a model, against what a person found in them.
// Usage: npx tsx bench/extraction.ts [--mistakes]   (mistakes of the half that may be looked at)
import { type Half, readHalf, type Score, scoreScripts } from "./extraction/score.js";

const share = (part: number, of: number) => (of === 0 ? "  –" : `${Math.round((100 * part) / of)}`.padStart(3));
const row = (kind: string, { expected, found, right, met }: Score) =>
  `${kind.padEnd(12)} precision ${share(right, found)}  recall ${share(met, expected)}  (${met} of ${expected}, ${found - right} wrong)`;

for (const half of ["tune", "held-out"] satisfies Half[]) {
  const scripts = readHalf(half);
  const { scores, mistakes } = scoreScripts(scripts);
  const exchanges = scripts.reduce((sum, script) => sum + script.exchanges.length, 0);
  process.stdout.write(`${half}: ${scripts.length} sessions, ${exchanges} exchanges\n`);
  for (const [kind, score] of scores) process.stdout.write(`  ${row(kind, score)}\n`);
  // The other half stays unseen, or it measures nothing.
  if (half === "tune" && process.argv.includes("--mistakes")) process.stdout.write(`${mistakes.join("\n")}\n`);
}
