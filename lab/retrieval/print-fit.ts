import type { Embedder } from "../../src/engine/embedder.js";
import { printCalibration } from "./calibration.js";
import { readFitSets } from "./fit-candidates.js";
import { printLeaveOneOut } from "./fit-weights.js";

/** The table of sets left out, and the calibration of the scores. */
export async function printFit(embedder: Embedder, extra: readonly string[]): Promise<void> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const sets = await readFitSets(embedder, extra);
  printLeaveOneOut(sets, print);
  printCalibration(sets.fitted, print);
}
