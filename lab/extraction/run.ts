// Quality of what the archive extracts from sessions without a model, against a person's annotations.
// Usage: npx tsx lab/extraction/run.ts [--mistakes]   (prints the mistakes of the tuning half)
import { type Half, readHalf, type Score, scoreScripts } from "./score.js";

const share = (part: number, of: number) => (of === 0 ? "  –" : `${Math.round((100 * part) / of)}`.padStart(3));
const row = (kind: string, { expected, extracted, correct, recalled }: Score) =>
  `${kind.padEnd(12)} precision ${share(correct, extracted)}  recall ${share(recalled, expected)}  (${recalled} of ${expected}, ${extracted - correct} wrong)`;

for (const half of ["tune", "held-out"] satisfies Half[]) {
  const scripts = readHalf(half);
  const { scores, mistakes } = scoreScripts(scripts);
  const exchanges = scripts.reduce((sum, script) => sum + script.exchanges.length, 0);
  process.stdout.write(`${half}: ${scripts.length} sessions, ${exchanges} exchanges\n`);
  for (const [kind, score] of scores) process.stdout.write(`  ${row(kind, score)}\n`);
  // Mistakes of the held-out half stay unseen, or it would no longer be held out.
  if (half === "tune" && process.argv.includes("--mistakes")) process.stdout.write(`${mistakes.join("\n")}\n`);
}
